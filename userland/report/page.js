// What the page does, once its data is there.

const FILE_COLUMNS = [
	{ title: "RES", name: "pages", number: true, pages: true, help: "cached" },
	{ title: "SIZE", name: "size", number: true, bytes: true, help: "size of the file" },
	{ title: "DIRTY", name: "dirty", number: true, pages: true, help: "of dirty folios" },
	{ title: "MAPPED", name: "mapped", number: true, pages: true, width: "10ch", help: "that some page table maps" },
	{ title: "EVICTED", name: "evicted", number: true, pages: true, width: "11ch", help: "reclaimed: an entry is left" },
	{ title: "DROPPABLE", name: "droppable", number: true, pages: true, width: "12.5ch", help: "clean, not mapped, evictable" },
	{ title: "STATE", name: "state", words: "states", width: "10ch" },
	{ title: "CGROUP", name: "cgroup", width: "20ch", help: "to which most of it is charged" },
	{ title: "FILE", name: "path", width: "minmax(30ch, 1fr)" },
];
// On a narrow screen; Enter shows the others.
const NARROW = window.matchMedia("(max-width: 46rem)").matches;
const SHOWN_COLUMNS = NARROW ? ["path", "pages", "dirty", "evicted"].map((name) => ({
	...FILE_COLUMNS.find((column) => column.name === name), ...(name === "path" ? { width: "minmax(18ch, 1fr)" } : {}),
})) : FILE_COLUMNS;
const MORE_COLUMNS = [
	["Inode", "ino"], ["Generation", "gen"], ["Links", "nlink"], ["Writeback", "writeback"],
	["On active lists", "active"], ["Referenced", "referenced"], ["Unevictable", "unevictable"],
	["In large folios", "large"],
];
const PAGE_BYTES = 4096;

function pagesText(pages) {
	return sizeText(pages < 0 ? pages : pages * PAGE_BYTES);
}

// The rows of files that are shown, in their order.
class FileRows {
	constructor(data) {
		this.data = data;
		this.rows = new Uint32Array(0);
		this.job = 0;
		this.last = { at: SHOWN_COLUMNS.findIndex(({ name }) => name === "pages"), falling: true };
		this.charges = data.files.cgroups();
	}

	count() {
		return this.rows.length;
	}

	mostCharged(row) {
		const { from, keys, pages } = this.charges;
		let most = -1;

		for (let at = from[row]; at < from[row + 1]; at++)
			if (most < 0 || pages[at] > pages[most])
				most = at;
		if (most < 0)
			return "-";
		return this.data.cgroups[keys[most]] + (from[row + 1] - from[row] > 1 ? " +" + (from[row + 1] - from[row] - 1) : "");
	}

	value(row, column) {
		if (column.name === "path")
			return this.data.files.path(row);
		if (column.name === "cgroup")
			return this.mostCharged(row);
		const value = this.data.files.column(column.name)[row];

		if (column.words)
			return this.data[column.words][value] ?? "?";
		return column.pages ? pagesText(value) : column.bytes ? sizeText(value) : numberText(value);
	}

	cell(nth, at) {
		return this.value(this.rows[nth], SHOWN_COLUMNS[at]);
	}

	// Memory cgroups in the order of their names.
	cgroupPlaces() {
		const { from, keys, pages } = this.charges;
		const places = new Float64Array(this.data.cgroups.length);
		const column = new Float64Array(this.data.files.count);

		Array.from(places.keys()).sort((a, b) => this.data.cgroups[a] < this.data.cgroups[b] ? -1 : 1)
			.forEach((which, place) => { places[which] = place; });
		for (let row = 0; row < column.length; row++) {
			let most = from[row];

			for (let at = most; at < from[row + 1]; at++)
				if (pages[at] > pages[most])
					most = at;
			column[row] = most < from[row + 1] ? places[keys[most]] : NONE;
		}
		return column;
	}

	// False if another order is wanted by now.
	async order(at, falling) {
		const job = ++this.job;
		const column = SHOWN_COLUMNS[at];
		const still = () => job === this.job;
		let rows;

		this.last = { at, falling };
		if (column.name === "path")
			rows = await orderByPath(this.data.files, this.rows, falling, still);
		else if (column.name === "cgroup")
			rows = orderByNumber(this.rows, this.cgroupPlaces(), falling);
		else
			rows = orderByNumber(this.rows, this.data.files.column(column.name), falling);
		if (!rows || !still())
			return false;
		this.rows = rows;
		return true;
	}

	show(rows) {
		this.rows = rows;
		return this.order(this.last.at, this.last.falling);
	}

	open(nth) {
		const files = this.data.files;
		const row = this.rows[nth];
		const exact = new Set(["ino", "gen", "nlink"]);
		const { from, keys, pages } = this.charges;
		const pairs = FILE_COLUMNS.filter(({ name }) => name !== "path" && name !== "cgroup")
			.map((column) => [column.title, this.value(row, column)]);

		for (const [title, name] of MORE_COLUMNS)
			pairs.push([title, exact.has(name) ? files.exact(name, row) : pagesText(files.column(name)[row])]);
		pairs.push(["Type", this.data.modes[files.column("mode")[row]] ?? "?"]);
		pairs.push(["Filesystem", fsText(this.data, files.column("fs")[row])]);
		for (let at = from[row]; at < from[row + 1]; at++)
			pairs.push([at === from[row] ? "Charged to" : "and", this.data.cgroups[keys[at]] + " " + pagesText(pages[at])]);
		pairs.push(["Stream", streamName(this.data, files.column("stream")[row])]);
		openDetails(files.path(row), pairs);
	}
}

// Where the name of a group stands: on a narrow screen what is behind its numbers is not seen.
const NAME_AT = NARROW ? 0 : 5;

// Groups: dirty and evicted by filesystem, and by memory cgroup.
class Groups {
	constructor(data) {
		const columns = (title) => [
			{ title: "RES", number: true, bytes: true }, { title: "DIRTY", number: true, bytes: true },
			{ title: "WRITEBACK", number: true, bytes: true, width: "12.5ch" },
			{ title: "EVICTED", number: true, bytes: true, width: "11ch" },
			{ title: "FILES", number: true },
		].toSpliced(NAME_AT, 0, { title, width: "minmax(18ch, 1fr)" });
		const sorted = { column: NAME_AT ? 1 : 2, falling: true };
		const sides = element("div", { class: "pair" });

		this.data = data;
		byId("groups").querySelector(".body").append(sides);
		for (const side of ["fs", "cgroup"])
			sides.append(element("div", { id: "groups-" + side }));
		this.fs = addGrid(byId("groups-fs"), "By filesystem", "", columns("FILESYSTEM"), [], { ...sorted }, 9);
		this.cgroup = addGrid(byId("groups-cgroup"), "By memory cgroup",
			"DIRTY and WRITEBACK of a file that several are charged for are shared out; evicted pages are charged to nobody.",
			columns("CGROUP"), [], { ...sorted }, 9);
	}

	fill(grid, rows) {
		grid.source.rows = rows.map((row) => row.slice(0, 5).toSpliced(NAME_AT, 0, row[5]));
		grid.node.style.maxHeight = HEAD_PX + ROW_PX * Math.min(Math.max(rows.length, 1), 9) + 18 + "px";
		grid.source.order(grid.sorted.column, grid.sorted.falling);
		grid.refresh();
	}

	byFs(rows) {
		const files = this.data.files;
		const columns = ["pages", "dirty", "writeback", "evicted"].map((name) => files.column(name));
		const fs = files.column("fs");
		const sums = this.data.filesystems.map((_, nth) => [0, 0, 0, 0, 0, fsText(this.data, nth)]);

		for (let i = 0; i < rows.length; i++) {
			const sum = sums[fs[rows[i]]];

			for (let at = 0; at < 4; at++)
				add(sum, at, columns[at][rows[i]] * PAGE_BYTES, columns[at][rows[i]]);
			sum[4]++;
		}
		return sums.filter((sum) => sum[4]);
	}

	byCgroup(rows) {
		const files = this.data.files;
		const { from, keys, pages } = files.cgroups();
		const [all, dirty, writeback] = ["pages", "dirty", "writeback"].map((name) => files.column(name));
		const sums = this.data.cgroups.map((name) => [0, 0, 0, null, 0, name]);

		for (let i = 0; i < rows.length; i++) {
			const row = rows[i];

			for (let at = from[row]; at < from[row + 1]; at++) {
				const sum = sums[keys[at]];
				const share = from[row + 1] - from[row] === 1 ? 1 : pages[at] / (all[row] || 1);

				add(sum, 0, pages[at] * PAGE_BYTES, pages[at]);
				add(sum, 1, dirty[row] * share * PAGE_BYTES, dirty[row]);
				add(sum, 2, writeback[row] * share * PAGE_BYTES, writeback[row]);
				sum[4]++;
			}
		}
		return sums.filter((sum) => sum[4]);
	}

	show(rows) {
		this.fill(this.fs, this.byFs(rows));
		this.fill(this.cgroup, this.byCgroup(rows));
	}
}

// What is unknown of one is unknown of all.
function add(sum, at, bytes, told) {
	if (told === UNKNOWN)
		sum[at] = UNKNOWN;
	else if (told > 0 && sum[at] !== UNKNOWN)
		sum[at] += bytes;
}

// Filters ----------------------------------------------------------------------------------

// More make a list that nobody reads, and that a browser is slow with.
const CHOICES = 2000;

function fillSelect(id, all, choices, elsewhere) {
	const left = choices.length - CHOICES;

	byId(id).append(element("option", { value: "" }, all),
		...choices.slice(0, CHOICES).map(([value, text]) => element("option", { value: String(value) }, text)));
	if (left > 0)
		byId(id).append(element("option", { disabled: true }, "and " + numberText(left) + " more" + elsewhere));
}

function valuesOf(column) {
	const values = new Set();

	for (let i = 0; i < column.length; i++)
		values.add(column[i]);
	return [...values];
}

function fillFilters(data) {
	const byText = (a, b) => a[1] < b[1] ? -1 : 1;
	const states = valuesOf(data.files.column("state"));

	fillSelect("fs", "all", data.filesystems.map((_, nth) => [nth, fsText(data, nth)]).sort(byText), ": see the tree map by filesystem");
	fillSelect("cgroup", "all", unique(data.cgroups).map((name) => [name, name]).sort(byText),
		": see the tree map by memory cgroup");
	fillSelect("state-of", "all", states.map((state) => [state, data.states[state] ?? "?"]), "");
	fillSelect("stream", "all", data.streams.map((stream, nth) => [nth, stream.name]), "");
	byId("stream-label").hidden = data.streams.length < 2;
}

// Numbers of a memory cgroup, on each machine, and of those below it.
function cgroupsOf(data, name) {
	const below = (path) => path === name || (name.startsWith("/") && path.startsWith(name === "/" ? "/" : name + "/"));

	return new Set(data.cgroups.flatMap((path, nth) => below(path) ? [nth] : []));
}

class Page {
	constructor(data) {
		this.data = data;
		this.filter = new Filter(data);
		this.source = new FileRows(data);
		this.folder = 0;
		fillFilters(data);
		for (const id of ["filters", "tree", "groups", "files"])
			byId(id).hidden = false;
		this.grid = new Grid("Files", SHOWN_COLUMNS, this.source, 24,
			{ column: this.source.last.at, falling: true });
		byId("files").querySelector(".body").append(this.grid.node);
		this.groups = new Groups(data);
		this.tree = new Tree(data, (by, node) => this.chosen(by, node));
		byId("filters").addEventListener("input", (event) => {
			this.forget(event.target.id);
			this.apply();
		});
		byId("filters").addEventListener("submit", (event) => event.preventDefault());
		byId("filters").addEventListener("reset", () => setTimeout(() => {
			this.folder = 0;
			this.tree.at.folder = 0;
			this.forget("fs");
			this.forget("cgroup");
			this.apply();
		}));
	}

	// What a cell of the tree map has chosen ends where a list chooses.
	forget(by) {
		if (by !== "fs" && by !== "cgroup")
			return;
		this.tree.at[by] = 0;
		this[by + "Node"] = "";
	}

	// A cell of the tree map chooses files, too.
	chosen(by, node) {
		if (by === "folder")
			this.folder = node;
		else if (by === "fs")
			this.chooseIn("fs", node ? String(node - 1) : "");
		else
			this.chooseIn("cgroup", cgroupTree(this.data).paths[node]);
		this.apply();
	}

	// A list shows nothing if what is chosen is not in it.
	chooseIn(by, value) {
		this[by + "Node"] = value;
		byId(by).value = value;
	}

	wanted() {
		const cgroup = byId("cgroup").value || this.cgroupNode || "";

		return {
			text: byId("text").value, fs: byId("fs").value || this.fsNode || "", state: byId("state-of").value,
			only: byId("only").value, least: Number(byId("least").value), stream: byId("stream").value,
			folder: this.folder, cgroups: cgroup ? cgroupsOf(this.data, cgroup) : null,
		};
	}

	async apply() {
		const rows = await this.filter.run(this.wanted());

		if (!rows)
			return;
		if (await this.source.show(rows) === false)
			return;
		this.grid.goTo(0);
		this.grid.refresh();
		this.say(rows);
		this.tree.show(rows);
		this.groups.show(rows);
	}

	say(rows) {
		const pages = this.data.files.column("pages");
		let sum = 0;
		let unknown = false;

		for (let i = 0; i < rows.length; i++) {
			sum += Math.max(pages[rows[i]], 0);
			unknown ||= pages[rows[i]] === UNKNOWN;
		}
		byId("chosen").textContent = numberText(rows.length) + " of " + numberText(this.data.files.count) + " files, " +
			pagesText(unknown ? UNKNOWN : sum) +
			(this.cgroupNode ? " charged to " + this.cgroupNode : "") + (this.folder ? " below " + (this.data.folders.path(this.folder) ?? "[no path]") : "");
	}
}

// Colours and keys -------------------------------------------------------------------------

const THEMES = ["system", "dark", "light"];

function setUpTheme() {
	const button = byId("theme");
	let theme = 0;

	button.addEventListener("click", () => {
		theme = (theme + 1) % THEMES.length;
		document.documentElement.dataset.theme = THEMES[theme];
		button.textContent = "Colours: " + THEMES[theme];
		button.setAttribute("aria-label", theme ? "Colours: " + THEMES[theme] : "Colours: as the system has them");
	});
}

function setUpKeys() {
	document.addEventListener("keydown", (event) => {
		const typing = event.target.matches("input, select, textarea");

		if (event.key === "/" && !typing && !byId("details").open && !event.ctrlKey && !event.metaKey) {
			byId("text").focus();
			byId("text").select();
			event.preventDefault();
		} else if (event.key === "Escape" && event.target === byId("text")) {
			document.querySelector("#files .grid")?.focus();
			event.preventDefault();
		}
	});
}

async function start() {
	const state = byId("state");

	setUpTheme();
	setUpKeys();
	try {
		const data = takeData();

		showFacts(data);
		showClasses(data);
		if (data.files.count)
			await new Page(data).apply();
		showProcesses(data);
		showTables(data);
		showTotals(data);
		showRemarks(data);
		showStreams(data);
		state.textContent = data.partial ? "Not all was answered: see What is missing, at the end." : "";
		state.classList.toggle("bad", data.partial);
		document.documentElement.dataset.ready = String(Math.round(performance.now()));
		performance.mark("pagesnap-ready");
	} catch (error) {
		state.textContent = "The data of this page can't be read: " + error.message;
		state.classList.add("bad");
		throw error;
	}
}

start();
