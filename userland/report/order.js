// Rows in order.  A million of them, without the browser standing still.

// What rows are ordered by: what is unknown or does not apply is less than 0, and comes first.
function keysOf(rows, column) {
	const keys = new Float64Array(rows.length);
	let largest = 0;

	for (let i = 0; i < rows.length; i++) {
		const key = column[rows[i]] + 2;

		keys[i] = key;
		if (key > largest)
			largest = key;
	}
	return { keys: largest < 2 ** 32 ? Uint32Array.from(keys) : keys, largest };
}

// Stable, 16 bits at a time.
function orderByNumber(rows, column, falling) {
	const { keys, largest } = keysOf(rows, column);
	let from = Uint32Array.from(rows.keys());
	let to = new Uint32Array(rows.length);

	for (let unit = 1; unit <= largest; unit *= 65536) {
		const starts = new Uint32Array(65537);
		const digits = new Uint16Array(rows.length);

		for (let i = 0; i < keys.length; i++) {
			const digit = largest < 2 ** 32 ? keys[i] >>> (unit === 1 ? 0 : 16) & 65535 :
				Math.floor(keys[i] / unit) % 65536;

			digits[i] = falling ? 65535 - digit : digit;
			starts[digits[i] + 1]++;
		}
		for (let i = 1; i < starts.length; i++)
			starts[i] += starts[i - 1];
		for (let i = 0; i < from.length; i++)
			to[starts[digits[from[i]]]++] = from[i];
		[from, to] = [to, from];
	}
	return from.map((at) => rows[at]);
}

function compareBytes(a, b) {
	const length = Math.min(a.length, b.length);

	for (let i = 0; i < length; i++)
		if (a[i] !== b[i])
			return a[i] - b[i];
	return a.length - b.length;
}

// Merges neighbours that are in order, with turns for others.
async function mergeRuns(rows, from, to, size, compare, still) {
	const pace = new Pace();
	let source = rows.slice(from, to);
	let target = new Uint32Array(source.length);

	for (; size < source.length; size *= 2) {
		for (let start = 0; start < source.length; start += 2 * size) {
			const middle = Math.min(start + size, source.length);
			const end = Math.min(start + 2 * size, source.length);
			let left = start;
			let right = middle;

			for (let at = start; at < end; at++) {
				const first = right >= end ||
					(left < middle && compare(source[left], source[right]) <= 0);

				target[at] = first ? source[left++] : source[right++];
				if ((at & 1023) === 0 && pace.due()) {
					await pace.rest();
					if (!still())
						return;
				}
			}
		}
		[source, target] = [target, source];
	}
	rows.set(source, from);
}

// By path: folders first get their place, then names within each.
async function orderByPath(files, rows, falling, still) {
	const folders = files.folders;
	const paths = Array.from({ length: folders.count }, (_, i) => folders.path(i) ?? "\uffff");
	const places = new Float64Array(folders.count);
	const folder = files.column("folder");
	const compare = (a, b) => compareBytes(files.nameBytes(a), files.nameBytes(b));
	const pace = new Pace();
	const RUN = 2048;

	Array.from(paths.keys()).sort((a, b) => paths[a] < paths[b] ? -1 : paths[a] > paths[b] ? 1 : 0)
		.forEach((which, place) => { places[which] = place; });
	const place = new Float64Array(files.count);

	for (let i = 0; i < rows.length; i++)
		place[rows[i]] = places[folder[rows[i]]];
	const ordered = orderByNumber(rows, place, false);

	for (let from = 0, to; from < ordered.length; from = to) {
		for (to = from + 1; to < ordered.length && folder[ordered[to]] === folder[ordered[from]];)
			to++;
		for (let start = from; start < to; start += RUN) {
			ordered.subarray(start, Math.min(start + RUN, to)).sort(compare);
			if (pace.due())
				await pace.rest();
			if (!still())
				return null;
		}
		if (to - from > RUN)
			await mergeRuns(ordered, from, to, RUN, compare, still);
		if (!still())
			return null;
	}
	return falling ? ordered.reverse() : ordered;
}
