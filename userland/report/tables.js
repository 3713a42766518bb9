// Sections of the page besides files: facts, classes, groups, processes, tables of other commands.

const CLASS_COLOURS = 12;
// What comes behind the colours has stripes on them.
const CLASS_PATTERNS = 4;

function addFact(to, name, text) {
	to.append(element("div", {}, element("dt", {}, name), element("dd", {}, text)));
}

function when(ms) {
	return typeof ms === "number" ? new Date(ms).toISOString().replace("T", " ").slice(0, 19) + " UTC" : "?";
}

function unique(list) {
	return [...new Set(list)];
}

// Of somebody who has looked again and again the first look is shown.
function lookedAt(streams) {
	const times = unique(streams.map((stream) => when(stream.time_ms) +
		(stream.looks > 1 ? " (the first of " + numberText(stream.looks) + " looks)" : "")));

	return times.slice(0, 4).join(", ") + (times.length > 4 ? " and " + numberText(times.length - 4) + " more" : "");
}

function showFacts(data) {
	const facts = byId("facts");
	const streams = data.streams;

	addFact(facts, "Host", data.host);
	addFact(facts, "Kernel", unique(streams.map((stream) => stream.kernel)).join(", ") || "?");
	addFact(facts, "Looked at", lookedAt(streams));
	addFact(facts, "Files", numberText(data.files.count));
	if (data.repeated)
		addFact(facts, "Answered again", numberText(data.repeated) + " files, counted once");
	addFact(facts, "Page made", when(data.madeMs));
	document.title = "pagesnap report: " + (data.host === "?" ? streams.map((stream) => stream.name).join(", ") : data.host);
}

function showRemarks(data) {
	const list = data.remarks;

	if (!list.length)
		return;
	byId("remarks").hidden = false;
	byId("remarks").querySelector("ul").append(...list.map((text) => element("li", {}, text)));
}

function addGrid(to, title, note, columns, rows, sorted, shown = 12) {
	const source = new Rows(columns, rows, (row) => showRow(title, columns, row, source));

	if (sorted)
		source.order(sorted.column, sorted.falling);
	const grid = new Grid(title, columns, source, Math.min(Math.max(rows.length, 1), shown), sorted);

	to.append(element("div", { class: "block" }, element("h3", {}, title),
		...(note ? [element("p", { class: "note" }, note)] : []), grid.node));
	return grid;
}

function showRow(title, columns, row, source) {
	openDetails(title, columns.map((column, at) => [column.title, source.text(row[at], column)]));
}

function openDetails(title, pairs) {
	const dialog = byId("details");

	byId("details-title").textContent = title;
	dialog.querySelector("dl").replaceChildren(...pairs.flatMap(([name, text]) =>
		[element("dt", {}, name), element("dd", {}, text)]));
	dialog.showModal();
}

// Classes ----------------------------------------------------------------------------------

// name, bytes, what is known of it; all is what they are a share of.
function addClasses(to, title, classes) {
	const all = classes.reduce((sum, one) => sum + one.bytes, 0) || 1;
	const stack = element("div", { class: "stack", "aria-hidden": "true" });
	const legend = element("ul", { class: "legend" });

	classes.forEach((one, nth) => {
		const colour = "f" + nth % CLASS_COLOURS + " p" + Math.floor(nth / CLASS_COLOURS) % CLASS_PATTERNS;
		const part = element("div", { class: colour, title: one.name + " " + sizeText(one.bytes) });
		const share = 100 * one.bytes / all;

		part.style.width = share + "%";
		stack.append(part);
		legend.append(element("li", {}, element("span", { class: "swatch " + colour }),
			element("span", { class: "number" }, sizeText(one.bytes)),
			element("span", { class: "number" }, share >= .05 ? share.toFixed(1) + " %" : ""),
			element("span", {}, one.name), element("span", { class: "of" }, one.of)));
	});
	to.append(element("div", { class: "block" }, ...(title ? [element("h3", {}, title)] : []), stack, legend));
}

function countedClasses(data, stream) {
	return data.classes.filter((row) => row[0] === stream).map(([, name, bytes, dirty, mapped]) => ({
		name, bytes, of: [[dirty, "dirty"], [mapped, "mapped"]].filter(([size]) => size)
			.map(([size, word]) => word + " " + sizeText(size)).join(", "),
	})).sort((a, b) => b.bytes - a.bytes);
}

// As "pagesnap memory" says it: classes, MemTotal, and what that leaves out.
function tellsMemory(table) {
	return table.command === "memory";
}

function memoryClasses(table, block) {
	return table.rows.filter((row) => row.block === block && (row.size || block === "class"))
		.map((row) => ({ name: row.what, bytes: row.size, of: row.largest || "" }))
		.filter((one) => typeof one.bytes === "number");
}

function showClasses(data) {
	const section = byId("classes");
	const body = section.querySelector(".body");

	for (const table of data.tables.filter(tellsMemory)) {
		addClasses(body, "", memoryClasses(table, "class"));
		if (memoryClasses(table, "reserved").length)
			addClasses(body, "What MemTotal leaves out", memoryClasses(table, "reserved"));
	}
	data.streams.forEach((stream, nth) => {
		const classes = countedClasses(data, nth);

		if (classes.length)
			addClasses(body, data.streams.length > 1 ? stream.name : "", classes);
	});
	section.hidden = !body.childElementCount;
}

// Other tables -----------------------------------------------------------------------------

const SIZE_WORDS = /(^|[_-])(size|bytes|res|rss|pss|dirty|cold|live|lost|requested|allocated|largest_cold|wss)($|_|-)/;

const HEX_WORDS = /^(addr|start|end|pfn|ip)$/;

// A column is of numbers if all that is in it is.
function columnsOf(rows) {
	const names = unique(rows.slice(0, 200).flatMap(Object.keys))
		.filter((name) => !name.endsWith("_escaped") && !rows.some((row) => Array.isArray(row[name])));

	return names.map((name) => {
		const values = rows.slice(0, 200).map((row) => row[name]);
		const number = values.some((value) => typeof value === "number") &&
			values.every((value) => typeof value !== "object" || value === null) &&
			values.every((value) => typeof value !== "string" || value === "?");
		const widest = Math.max(name.length + 3, ...values.map((value) => String(value ?? "-").length + 2));

		return {
			name, title: name.toUpperCase(), number, plain: number && /^(pid|q|cpu|node)$/.test(name),
			hex: number && HEX_WORDS.test(name),
			bytes: number && SIZE_WORDS.test(name) && !/pages|percent|objects/.test(name),
			width: number ? Math.max(name.length + 4, HEX_WORDS.test(name) ? 18 : 9) + "ch" : Math.min(widest, 46) + "ch",
		};
	});
}

function addTable(to, table) {
	const columns = columnsOf(table.rows);
	const rows = table.rows.map((row) => columns.map((column) => row[column.name]));
	const left = table.count > table.rows.length ?
		"the first " + numberText(table.rows.length) + " of " + numberText(table.count) + " rows" : "";

	if (rows.length)
		addGrid(to, table.title, [table.about, "pagesnap " + table.command, left].filter(Boolean).join(" · "),
			columns, rows, null);
	else
		to.append(element("h3", {}, table.title), element("p", { class: "note" }, table.about + ": none"));
}

function addSection(to, title) {
	const id = "section-" + title.toLowerCase().replace(/[^a-z]+/g, "-");
	const section = element("section", { "aria-labelledby": id }, element("h2", { id }, title));

	to.append(section);
	return section;
}

const COMMAND_TITLES = { heat: "Heat", wss: "Working sets", trace: "References in order", slab: "Slab hotspots" };

function showTables(data) {
	const others = byId("others");

	for (const [command, title] of Object.entries(COMMAND_TITLES)) {
		const tables = data.tables.filter((table) => table.command === command);

		if (!tables.length)
			continue;
		const section = addSection(others, title);

		for (const table of tables) {
			if (command === "heat")
				addHeat(section, table);
			addTable(section, table);
		}
	}
}

function streamName(data, nth) {
	return data.streams[nth].name;
}

function showProcesses(data) {
	const columns = [
		{ title: "RES", number: true, bytes: true }, { title: "PSS", number: true, bytes: true },
		{ title: "DIRTY", number: true, bytes: true }, { title: "SWAPPED", number: true, bytes: true, width: "11ch" },
		{ title: "MAPPINGS", number: true, width: "12ch" }, { title: "PID", number: true, plain: true },
		{ title: "COMMAND", width: "20ch" }, { title: "STREAM", width: "minmax(16ch, 1fr)" },
	];
	const rows = data.processes.map(([stream, pid, comm, res, dirty, swapped, pss, mappings]) =>
		[res, pss, dirty, swapped, mappings, pid, comm, streamName(data, stream)]);

	if (!rows.length)
		return;
	const section = addSection(byId("others"), "Processes");

	addGrid(section, numberText(rows.length) + " processes",
		"What several processes share is counted in each of them; PSS shares it out.", columns, rows,
		{ column: 0, falling: true }, 15);
}

function showTotals(data) {
	const columns = [
		{ title: "RES", number: true, bytes: true }, { title: "DIRTY", number: true, bytes: true },
		{ title: "MAPPED", number: true, bytes: true, width: "10ch" },
		{ title: "EVICTED", number: true, bytes: true, width: "11ch" },
		{ title: "SWAPPED", number: true, bytes: true, width: "11ch" },
		{ title: "QUERY", width: "minmax(24ch, 1fr)" },
	];
	const rows = data.totals.map(([, query, ...numbers]) => [...numbers, query]);

	if (rows.length)
		addGrid(addSection(byId("others"), "Sums of queries"), numberText(rows.length) + " sums",
			"Answers that name no file.", columns, rows, { column: 0, falling: true });
}

function showStreams(data) {
	const columns = [
		{ title: "STATUS", width: "11ch" }, { title: "QUERIES", number: true, width: "11ch" },
		{ title: "WHEN", width: "24ch" }, { title: "PAGE", number: true, bytes: true },
		{ title: "KERNEL", width: "28ch" }, { title: "BOOT", width: "38ch" }, { title: "STREAM", width: "24ch" },
		{ title: "ASKED", width: "minmax(40ch, 1fr)" },
	];
	const rows = data.streams.map((stream) => [
		stream.status, stream.queries, when(stream.time_ms), stream.page_size, stream.kernel, stream.boot,
		stream.name, stream.asked.join("; ") + (stream.queries > stream.asked.length ? "; ..." : ""),
	]);

	byId("streams").hidden = !rows.length;
	if (rows.length)
		addGrid(byId("streams").querySelector(".body"), numberText(rows.length) + " streams", "", columns, rows, null, 8);
}
