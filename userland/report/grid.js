// A table of any number of rows, of which only those that are seen exist.

const ROW_PX = 26;
const HEAD_PX = 30;
// Browsers draw nothing behind some 16 to 33 million pixels: then a pixel is more than one.
const TALLEST_PX = 12e6;
// About as wide as most letters are.
const CHARACTER_PX = 7.2;
let grids = 0;

// The ends of a long text say most: its middle is left out.
function shorten(text, characters) {
	const kept = Math.max(characters, 8) - 1;

	if (text.length <= characters)
		return text;
	const end = Math.ceil(kept * .65);

	return text.slice(0, kept - end).replace(/[\ud800-\udbff]$/, "") + "…" + text.slice(-end).replace(/^[\udc00-\udfff]/, "");
}

class Grid {
	// columns: {title, number, width, help}; source: {count, cell(row, column), order(column, falling),
	// open(row)}; shown: rows on a screen.
	constructor(label, columns, source, shown, sorted) {
		this.columns = columns;
		this.source = source;
		this.shown = shown;
		this.sorted = sorted;
		this.here = 0;
		this.name = "grid" + grids++;
		this.rows = element("div", { class: "rows", role: "rowgroup" });
		this.node = element("div", {
			class: "grid", role: "grid", tabindex: "0", "aria-label": label,
			"aria-readonly": "true", "aria-colcount": String(columns.length),
			onscroll: () => this.draw(), onkeydown: (event) => this.key(event),
			onclick: (event) => this.click(event), ondblclick: () => this.open(),
			onfocus: () => this.draw(),
		}, this.makeHead(), this.rows);
		this.node.style.maxHeight = HEAD_PX + ROW_PX * shown + 18 + "px";
		this.refresh();
		new ResizeObserver(() => this.draw()).observe(this.node);
	}

	template() {
		return this.columns.map((column) => column.width || "9ch").join(" ");
	}

	makeHead() {
		const cells = this.columns.map((column, nth) => element("div", {
			role: "columnheader", class: column.number ? "number" : "", "aria-colindex": String(nth + 1),
		}, element("button", {
			type: "button", title: column.help || null, onclick: () => this.sortBy(nth),
		}, column.title)));

		this.heads = cells;
		const row = element("div", { class: "row", role: "row", "aria-rowindex": "1" }, ...cells);

		row.style.gridTemplateColumns = this.template();
		return element("div", { class: "head", role: "rowgroup" }, row);
	}

	markHead() {
		this.heads.forEach((head, nth) => {
			if (this.sorted && this.sorted.column === nth)
				head.setAttribute("aria-sort", this.sorted.falling ? "descending" : "ascending");
			else
				head.removeAttribute("aria-sort");
		});
	}

	// Numbers first fall, names first rise.
	async sortBy(nth) {
		const same = this.sorted && this.sorted.column === nth;

		this.sorted = { column: nth, falling: same ? !this.sorted.falling : Boolean(this.columns[nth].number) };
		this.markHead();
		this.node.setAttribute("aria-busy", "true");
		if (await this.source.order(nth, this.sorted.falling) !== false) {
			this.node.removeAttribute("aria-busy");
			this.goTo(0);
			this.refresh();
		}
	}

	height() {
		return Math.max(this.node.clientHeight - HEAD_PX, ROW_PX);
	}

	full() {
		return this.source.count() * ROW_PX;
	}

	// The first row that is seen, with a fraction.
	first() {
		const tall = Math.min(this.full(), TALLEST_PX);
		const range = tall - this.height();

		if (this.full() <= TALLEST_PX || range <= 0)
			return this.node.scrollTop / ROW_PX;
		return this.node.scrollTop / range * (this.source.count() - this.height() / ROW_PX);
	}

	scrollToRow(first) {
		const tall = Math.min(this.full(), TALLEST_PX);
		const rows = this.source.count() - this.height() / ROW_PX;

		if (this.full() <= TALLEST_PX)
			this.node.scrollTop = first * ROW_PX;
		else
			this.node.scrollTop = first / rows * (tall - this.height());
	}

	// Rows have changed.
	refresh() {
		const count = this.source.count();

		this.here = Math.min(this.here, Math.max(count - 1, 0));
		this.rows.style.height = Math.max(Math.min(this.full(), TALLEST_PX), ROW_PX) + "px";
		this.node.setAttribute("aria-rowcount", String(count + 1));
		this.markHead();
		this.draw();
	}

	makeRow(nth, top, widths) {
		const row = element("div", {
			class: nth === this.here ? "row here" : "row", role: "row", id: this.name + "-" + nth,
			"aria-rowindex": String(nth + 2), "aria-selected": String(nth === this.here),
		});

		row.style.top = top + "px";
		row.style.gridTemplateColumns = this.template();
		this.columns.forEach((column, at) => {
			const text = this.source.cell(nth, at);
			const fits = column.number ? text : shorten(text, widths[at]);

			row.append(element("div", {
				class: column.number ? "cell number" : "cell", role: "gridcell",
				"aria-colindex": String(at + 1), title: fits === text ? null : text,
			}, fits));
		});
		return row;
	}

	draw() {
		const first = Math.max(this.first(), 0);
		const begin = Math.floor(first);
		const end = Math.min(this.source.count(), Math.ceil(first + this.height() / ROW_PX) + 1);
		const widths = this.heads.map((head) => Math.floor((head.clientWidth - 16) / CHARACTER_PX));
		const rows = [];

		for (let nth = begin; nth < end; nth++)
			rows.push(this.makeRow(nth, this.node.scrollTop + (nth - first) * ROW_PX, widths));
		if (!this.source.count())
			rows.push(element("p", { class: "none" }, "none"));
		this.rows.replaceChildren(...rows);
		if (this.here >= begin && this.here < end)
			this.node.setAttribute("aria-activedescendant", this.name + "-" + this.here);
		else
			this.node.removeAttribute("aria-activedescendant");
	}

	goTo(row) {
		const seen = Math.floor(this.height() / ROW_PX);
		const first = this.first();

		this.here = Math.max(0, Math.min(row, this.source.count() - 1));
		if (this.here < first)
			this.scrollToRow(this.here);
		else if (this.here > first + seen - 1)
			this.scrollToRow(this.here - seen + 1);
		this.draw();
	}

	open() {
		if (this.source.open && this.source.count())
			this.source.open(this.here);
	}

	click(event) {
		const row = event.target.closest(".rows .row");

		if (row)
			this.goTo(Number(row.getAttribute("aria-rowindex")) - 2);
	}

	key(event) {
		const page = Math.max(1, Math.floor(this.height() / ROW_PX) - 1);
		const moves = {
			ArrowDown: this.here + 1, ArrowUp: this.here - 1, PageDown: this.here + page,
			PageUp: this.here - page, Home: 0, End: this.source.count() - 1,
		};

		if (event.target !== this.node || event.ctrlKey || event.metaKey || event.altKey)
			return;
		if (event.key in moves)
			this.goTo(moves[event.key]);
		else if (event.key === "Enter")
			this.open();
		else
			return;
		event.preventDefault();
	}
}

// A small table: rows are arrays of texts and numbers; bytes: which columns are sizes.
class Rows {
	constructor(columns, rows, open) {
		this.columns = columns;
		this.rows = rows;
		this.opens = open;
		if (open)
			this.open = (nth) => open(this.rows[nth]);
	}

	count() {
		return this.rows.length;
	}

	text(value, column) {
		if (value === null || value === undefined)
			return "-";
		if (typeof value === "number")
			return column.bytes ? sizeText(value) : column.plain ? String(value) :
				column.hex ? "0x" + value.toString(16) : numberText(value);
		return typeof value === "string" ? value.replace(HIDDEN, octals) : JSON.stringify(value);
	}

	cell(nth, at) {
		return this.text(this.rows[nth][at], this.columns[at]);
	}

	order(at, falling) {
		const rank = (value) => typeof value === "number" ? value : value === "?" ? UNKNOWN : NONE;
		const sign = falling ? -1 : 1;

		this.rows.sort(this.columns[at].number ?
			(a, b) => sign * (rank(a[at]) - rank(b[at])) :
			(a, b) => sign * (this.text(a[at], this.columns[at]) < this.text(b[at], this.columns[at]) ? -1 :
				a[at] === b[at] ? 0 : 1));
	}
}
