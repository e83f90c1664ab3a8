// A panel without a board: real MicroPython runs the panel's own firmware, with a pty in place of its USB port.
//
// node peer.mjs MICROPYTHON FIRMWARE HERE LINE: the folders of the interpreter, of the firmware and of this file,
// and the descriptor of the pty. What happens to the pins is said on the standard output, one JSON object a
// line; what is done to them is read from the standard input, one word and a number a line.
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , micropython, firmware, here, line] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(`${micropython}/micropython.mjs`));

const LINE = Number(line);
const MODULES = ['machine.py', 'neopixel.py', 'pretended.py', 'filesystem.py'];
const FILES = ['panel.py', 'board.py', 'main.py'];
const bell = new Int32Array(new SharedArrayBuffer(4));
const buffer = Buffer.alloc(1024);
let coming = [];
let words = '';
let aheadMs = 0;
let down = 0;
let restart = false;

// Both ends are set not to wait. Nobody at the other end of a pty is an error that passes.
function read(descriptor) {
    try {
        return buffer.subarray(0, fs.readSync(descriptor, buffer));
    } catch (error) {
        if (error.code === 'EAGAIN' || error.code === 'EIO') return buffer.subarray(0, 0);
        throw error;
    }
}

function write(bytes) {
    for (let rest = Buffer.from(bytes); rest.length; ) {
        try {
            rest = rest.subarray(fs.writeSync(LINE, rest));
        } catch (error) {
            if (error.code === 'EIO') return; // a USB port drops what nobody fetches
            if (error.code !== 'EAGAIN') throw error;
            obey();
            Atomics.wait(bell, 0, 0, 1);
        }
    }
}

function say(value) {
    fs.writeSync(1, `${JSON.stringify(value)}\n`);
}

// One thing at a time, so that the firmware looks at its pins in between.
function obey() {
    words += read(0).toString();
    const end = words.indexOf('\n');
    if (end < 0) return;
    const line = words.slice(0, end);
    const [verb, value] = line.split(' ');
    words = words.slice(end + 1);
    if (verb === 'down') down |= 1 << Number(value);
    else if (verb === 'up') down &= ~(1 << Number(value));
    else if (verb === 'later') aheadMs += Number(value);
    else if (verb === 'write') write(Buffer.from(value, 'hex'));
    else if (verb === 'hang') for (;;) Atomics.wait(bell, 0, 0);
    else throw new Error(line);
    say({ obeyed: line });
}

// Whether there is something to read, after the milliseconds at most.
function wait(milliseconds) {
    if (!coming.length) coming.push(...read(LINE));
    if (!coming.length && milliseconds) {
        Atomics.wait(bell, 0, 0, milliseconds);
        coming.push(...read(LINE));
    }
    return coming.length > 0;
}

// Ctrl+C among the bytes interrupts the program, as on a board.
const wire = {
    wait,
    take: () => coming.shift(),
    write: (...bytes) => write(bytes),
    ticks: () => {
        obey();
        return (Math.floor(performance.now()) + aheadMs) & 0x3fffffff;
    },
    down: (place) => Boolean(down & (1 << place)),
    reset: () => {
        restart = true;
    },
    say: (what, value) => say({ [what]: value }),
};

async function start(files) {
    const machine = await loadMicroPython({ heapsize: 192 * 1024, linebuffer: false, stdout: write, stderr: write });
    machine.registerJsModule('wire', wire);
    for (const name of MODULES) machine.FS.writeFile(`/${name}`, fs.readFileSync(`${here}/${name}`));
    for (const [name, text] of Object.entries(files)) machine.FS.writeFile(`/${name}`, text);
    return machine;
}

let files = Object.fromEntries(FILES.map((name) => [name, fs.readFileSync(`${firmware}/${name}`)]));
let raw = false;
for (;;) {
    const machine = await start(files);
    machine.runPython('import filesystem, sys, wire; wire.say("started", sys.version)');
    if (!raw) {
        try {
            machine.runPython('import pretended; pretended.boot()');
        } catch (error) {
            say({ ended: String(error) });
        }
    }
    // Its prompt, until Ctrl+D on an empty line starts it anew, with the files as they are then. From the prompt
    // for programs (Ctrl+A) it comes back to that one, and runs nothing.
    machine.replInit();
    if (raw) machine.replProcessChar(1);
    for (;;) {
        while (!wait(1)) obey();
        const byte = coming.shift();
        if (raw && byte === 5) {
            // this port cannot take programs by raw paste, and says so as older ones do
            for (let rest = 2; rest; rest -= 1) {
                while (!wait(1)) obey();
                coming.shift();
            }
            write(Buffer.from('R\0'));
            continue;
        }
        if (byte === 1 || byte === 2) raw = byte === 1;
        if (machine.replProcessChar(byte) || restart) break;
    }
    if (restart) raw = false;
    restart = false;
    write(Buffer.from('MPY: soft reboot\r\n'));
    files = Object.fromEntries(
        machine.FS.readdir('/')
            .filter((name) => name.endsWith('.py') && !MODULES.includes(name))
            .map((name) => [name, machine.FS.readFile(`/${name}`)]),
    );
}
