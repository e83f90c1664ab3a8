"""The hand-built panel on a USB port: lights in the players' colours, a button a seat, a buzzer."""
