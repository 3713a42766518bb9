"use strict";
// Text of others, and numbers for people.

const UNKNOWN = -1;
const NONE = -2;

// What could fool who reads a name: controls, marks of direction, blanks without width.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

function octal(byte) {
	return "\\" + byte.toString(8).padStart(3, "0");
}

function octals(text) {
	return Array.from(encoder.encode(text), octal).join("");
}

// How many bytes of bytes, from at on, are one character: 0 if they are none.
function characterLength(bytes, at) {
	const lead = bytes[at];
	const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

	if (at + length > bytes.length)
		return 0;
	try {
		strict.decode(bytes.subarray(at, at + length));
		return length;
	} catch {
		return 0;
	}
}

// Bytes that are no UTF-8 are \ooo, as in the client.
function decodeBroken(bytes) {
	let text = "";

	for (let at = 0; at < bytes.length;) {
		const length = characterLength(bytes, at);

		text += length ? strict.decode(bytes.subarray(at, at + length)) : octal(bytes[at]);
		at += length || 1;
	}
	return text;
}

function decodeName(bytes) {
	let text;

	try {
		text = strict.decode(bytes);
	} catch {
		text = decodeBroken(bytes);
	}
	return text.replace(HIDDEN, octals);
}

// "3.1G", as the client says it.
function sizeText(bytes) {
	const units = "BKMGTPE";
	let unit = 0;

	if (bytes === UNKNOWN)
		return "?";
	if (bytes === NONE)
		return "-";
	while (bytes >= 1024 && unit < units.length - 1) {
		bytes /= 1024;
		unit++;
	}
	return (unit && bytes < 99.95 ? bytes.toFixed(1).replace(/\.0$/, "") : String(Math.round(bytes))) +
		units[unit];
}

function numberText(number) {
	if (number === UNKNOWN)
		return "?";
	return number === NONE ? "-" : number.toLocaleString("en");
}

// An element; children that are strings become text, never markup.
function element(name, attributes, ...children) {
	const made = document.createElement(name);

	for (const [key, value] of Object.entries(attributes || {})) {
		if (key.startsWith("on"))
			made.addEventListener(key.slice(2), value);
		else if (value === true)
			made.setAttribute(key, "");
		else if (value !== false && value !== null)
			made.setAttribute(key, value);
	}
	made.append(...children);
	return made;
}

function byId(id) {
	return document.getElementById(id);
}

// Long work lets the browser draw and take keys every few milliseconds.
const SLICE_MS = 12;

class Pace {
	constructor() {
		this.began = performance.now();
	}

	// Is it time to let others have a turn?
	due() {
		return performance.now() - this.began > SLICE_MS;
	}

	async rest() {
		await new Promise((go) => setTimeout(go, 0));
		this.began = performance.now();
	}
}
