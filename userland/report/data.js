// What the client has put into the page.

function bytesOfBase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const letters = atob(text);
	const bytes = new Uint8Array(letters.length);

	for (let i = 0; i < letters.length; i++)
		bytes[i] = letters.charCodeAt(i);
	return bytes;
}

// The text is not needed twice: memory of it is given back.
function takeText(node) {
	const text = node.textContent;

	node.remove();
	return text;
}

function listOf(name) {
	const node = document.querySelector("script." + name);

	return node ? JSON.parse(takeText(node)) : [];
}

// Numbers of 7 bits a byte, the lowest first.
class Reader {
	constructor(bytes) {
		this.bytes = bytes;
		this.at = 0;
	}

	number() {
		const bytes = this.bytes;
		let byte = bytes[this.at++];
		let number = byte & 127;

		for (let times = 128; byte > 127; times *= 128) {
			byte = bytes[this.at++];
			number += (byte & 127) * times;
		}
		return number;
	}

	// The same of more than 53 bits.
	exact() {
		let number = 0n;
		let byte;
		let shift = 0n;

		do {
			byte = this.bytes[this.at++];
			number |= BigInt(byte & 127) << shift;
			shift += 7n;
		} while (byte > 127);
		return number;
	}

	slice(length) {
		this.at += length;
		return this.bytes.subarray(this.at - length, this.at);
	}
}

// A column in which all are the same is one number.
function decodeColumn(bytes, to, from, count) {
	const reader = new Reader(bytes);

	to[from] = reader.number() - 2;
	if (reader.at === bytes.length) {
		to.fill(to[from], from, from + count);
		return;
	}
	for (let i = 1; i < count; i++)
		to[from + i] = reader.number() - 2;
}

function longer(array) {
	const twice = new array.constructor(2 * array.length);

	twice.set(array);
	return twice;
}

// The folder of all, and that of what has no path.
const ALL = 0;
const NO_PATH = 1;

class Folders {
	constructor(node) {
		const reader = new Reader(node ? bytesOfBase64(takeText(node)) : new Uint8Array([0]));

		this.count = reader.number();
		this.bytes = reader.bytes;
		this.above = new Uint32Array(this.count);
		this.from = new Uint32Array(this.count);
		this.to = new Uint32Array(this.count);
		this.paths = new Map();
		for (let i = 0; i < this.count; i++) {
			this.above[i] = reader.number();
			this.from[i] = reader.at;
			reader.at = reader.bytes.indexOf(0, reader.at);
			this.to[i] = reader.at++;
		}
		if (this.count > NO_PATH)
			this.above[NO_PATH] = ALL;
	}

	// Without those above it; "" is the folder of all.
	name(folder) {
		if (folder === NO_PATH)
			return "[no path]";
		return decodeName(this.bytes.subarray(this.from[folder], this.to[folder]));
	}

	path(folder) {
		let path = this.paths.get(folder);

		if (path === undefined) {
			path = folder === ALL ? "" : folder === NO_PATH ? null :
				this.path(this.above[folder]) + "/" + this.name(folder);
			this.paths.set(folder, path);
		}
		return path;
	}
}

// Rows of files, by columns; a column is decoded when it is needed first.
class Files {
	constructor(names, nodes, folders) {
		this.names = names;
		this.folders = folders;
		this.parts = [];
		this.count = 0;
		this.decoded = new Map();
		for (const node of nodes)
			this.addPart(new Reader(bytesOfBase64(takeText(node))));
		this.partSize = this.parts.length ? this.parts[0].count : 1;
	}

	addPart(reader) {
		const part = { from: this.count, count: reader.number(), columns: {} };

		for (const name of this.names)
			part.columns[name] = reader.slice(reader.number());
		part.cgroups = reader.slice(reader.number());
		part.packed = reader.slice(reader.number());
		part.names = null;
		this.parts.push(part);
		this.count += part.count;
	}

	column(name) {
		let column = this.decoded.get(name);

		if (!column) {
			column = new Float64Array(this.count);
			for (const part of this.parts)
				decodeColumn(part.columns[name], column, part.from, part.count);
			this.decoded.set(name, column);
		}
		return column;
	}

	partOf(row) {
		return this.parts[Math.floor(row / this.partSize)];
	}

	// Numbers of more than 53 bits, such as inodes, as text.
	exact(name, row) {
		const part = this.partOf(row);
		const reader = new Reader(part.columns[name]);
		let number = reader.exact();

		for (let i = part.from; i < row && reader.at < reader.bytes.length; i++)
			number = reader.exact();
		return number === 0n ? "-" : number === 1n ? "?" : String(number - 2n);
	}

	// Names are packed: how many bytes are those of the name before, the others, a 0.
	unpack(part) {
		const reader = new Reader(part.packed);
		let names = new Uint8Array(2 * part.packed.length + 64);
		let at = 0;

		part.offsets = new Uint32Array(part.count + 1);
		for (let i = 0; i < part.count; i++) {
			const before = i ? part.offsets[i - 1] : 0;
			const same = reader.number();
			const end = reader.bytes.indexOf(0, reader.at) + 1;

			while (at + same + end - reader.at > names.length)
				names = longer(names);
			part.offsets[i] = at;
			names.copyWithin(at, before, before + same);
			names.set(reader.bytes.subarray(reader.at, end), at + same);
			at += same + end - reader.at;
			reader.at = end;
		}
		part.offsets[part.count] = at;
		part.names = names.subarray(0, at);
		part.packed = null;
	}

	// Names of a part, each with a 0 behind it.
	namesOf(part) {
		if (!part.names)
			this.unpack(part);
		return part.names;
	}

	nameBytes(row) {
		const part = this.partOf(row);
		const names = this.namesOf(part);
		const at = row - part.from;

		return names.subarray(part.offsets[at], part.offsets[at + 1] - 1);
	}

	path(row) {
		const folder = this.folders.path(this.column("folder")[row]);
		const name = decodeName(this.nameBytes(row));

		return folder === null ? name : folder + "/" + name;
	}

	// For each row, which memory cgroups its pages are charged to: from[row] to from[row + 1].
	cgroups() {
		if (this.charged)
			return this.charged;
		const from = new Uint32Array(this.count + 1);
		const all = this.column("pages");
		let keys = new Uint32Array(this.count + 1);
		let pages = new Float64Array(this.count + 1);
		let at = 0;

		for (const part of this.parts) {
			const reader = new Reader(part.cgroups);

			for (let i = 0; i < part.count; i++) {
				const first = reader.number();

				for (let left = first < 2 ? first : first - 1; left; left--) {
					if (at === keys.length) {
						keys = longer(keys);
						pages = longer(pages);
					}
					keys[at] = reader.number();
					pages[at++] = first === 1 ? all[part.from + i] : reader.number();
				}
				from[part.from + i + 1] = at;
			}
		}
		this.charged = { from, keys, pages };
		return this.charged;
	}
}

// Tables that other commands have made, a row a line of JSON.
function takeTables() {
	return Array.from(document.querySelectorAll("script.rows"), (node) => {
		const lines = takeText(node).split("\n");
		const [title, command, about] = JSON.parse(lines[0]);
		const rows = lines.slice(1, -1).map((line) => JSON.parse(line));

		return { title, command, about, rows, count: Number(lines[lines.length - 1]) };
	});
}

function takeData() {
	const [modes, states, columns, host, madeMs, partial, count, repeated] = listOf("facts");
	const folders = new Folders(document.querySelector("script.folders"));
	const nodes = document.querySelectorAll("script.files");
	const data = {
		modes, states, host, madeMs, partial: partial === 1, repeated, folders,
		files: new Files(columns, nodes, folders),
		streams: listOf("streams"), filesystems: listOf("filesystems"),
		cgroups: listOf("cgroups"), processes: listOf("processes"), classes: listOf("classes"),
		totals: listOf("totals"), remarks: listOf("remarks"), tables: takeTables(),
	};

	if (count === undefined)
		throw new Error("making this page failed before it had any");
	if (data.files.count !== count)
		throw new Error("this page was cut: it has " + data.files.count + " of " + count + " files");
	return data;
}
