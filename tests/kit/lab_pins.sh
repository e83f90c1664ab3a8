#!/bin/sh -e
# A header of simulated pins (gpio-sim), labelled as a Raspberry Pi 4's. It runs in the emulated machine of
# tests.kiosk_lab.
modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
insmod /lab/irq_sim.ko
insmod /lab/gpio-sim.ko
mkdir -p /sys/kernel/config/gpio-sim/pins/header
cd /sys/kernel/config/gpio-sim/pins
echo 54 >header/num_lines
echo pinctrl-bcm2711 >header/label
echo 1 >live
chgrp gpio /dev/gpiochip0
chmod 660 /dev/gpiochip0
