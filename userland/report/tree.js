// A tree map: areas in proportion, what is large first.

const CELLS = 80;
const SMALLEST_CELL_PX = 16;

// Rectangles for falling sizes, as square as they get: a strip at a time along the shorter side.
function squarify(sizes, width, height) {
	const rectangles = [];
	let left = 0;
	let top = 0;
	let rest = sizes.reduce((sum, size) => sum + size, 0);
	const worst = (sum, most, least, side, scale) => {
		const thick = sum * scale / side;

		return Math.max(most * scale / thick / thick, thick * thick / (least * scale));
	};

	for (let from = 0, to; from < sizes.length && rest > 0; from = to) {
		const wide = width - left;
		const high = height - top;
		const side = Math.min(wide, high);
		const scale = wide * high / rest;
		let sum = sizes[from];

		for (to = from + 1; to < sizes.length; to++) {
			const more = sum + sizes[to];

			if (worst(more, sizes[from], sizes[to], side, scale) > worst(sum, sizes[from], sizes[to - 1], side, scale))
				break;
			sum = more;
		}
		const thick = side > 0 ? sum * scale / side : 0;
		let at = 0;

		for (let i = from; i < to; i++) {
			const long = sizes[i] / sum * side;

			rectangles.push(wide >= high ? { x: left, y: top + at, w: thick, h: long } :
				{ x: left + at, y: top, w: long, h: thick });
			at += long;
		}
		if (wide >= high)
			left += thick;
		else
			top += thick;
		rest -= sum;
	}
	return rectangles;
}

// Nodes: above has the number of the one above, which is smaller; own what is in it alone.
class Nodes {
	constructor(above, own, name) {
		this.above = above;
		this.own = own;
		this.name = name;
		this.all = Float64Array.from(own);
		for (let i = above.length - 1; i > 0; i--)
			this.all[above[i]] += this.all[i];
	}

	// What lies in a node, largest first; what is in it alone has no number.
	children(node) {
		const list = [];

		for (let i = 1; i < this.above.length; i++)
			if (this.above[i] === node && this.all[i] > 0)
				list.push({ node: i, size: this.all[i], leaf: this.own[i] === this.all[i] });
		if (this.own[node] > 0)
			list.push({ node: null, size: this.own[node], leaf: true });
		return list.sort((a, b) => b.size - a.size);
	}

	// Down to where there is a choice.
	settle(node) {
		for (let list = this.children(node); list.length === 1 && list[0].node !== null; list = this.children(node))
			node = list[0].node;
		return node;
	}
}

function sumByFolder(data, rows, column) {
	const sums = new Float64Array(data.folders.count);
	const folder = data.files.column("folder");

	for (let i = 0; i < rows.length; i++)
		if (column[rows[i]] > 0)
			sums[folder[rows[i]]] += column[rows[i]];
	return new Nodes(data.folders.above, sums, (node) => data.folders.name(node));
}

// Paths of memory cgroups become a tree; words in brackets stand beside it, whatever a cgroup is called.
function cgroupTree(data) {
	if (data.cgroupTree)
		return data.cgroupTree;
	const names = [""];
	const above = [0];
	const paths = [""];
	const known = new Map([["", 0]]);
	const nodeOf = data.cgroups.map((path) => {
		const parts = path.startsWith("/") ? path.split("/").filter(Boolean) : [path];
		let node = 0;
		let at = "";

		for (const part of parts) {
			at = path.startsWith("/") ? at + "/" + part : part;
			if (!known.has(at)) {
				known.set(at, names.length);
				names.push(part);
				paths.push(at);
				above.push(node);
			}
			node = known.get(at);
		}
		return node;
	});

	data.cgroupTree = { names, paths, above, nodeOf };
	return data.cgroupTree;
}

// What of a row is charged to a cgroup is known of its pages; of others a part in proportion.
function sumByCgroup(data, rows, column) {
	const tree = cgroupTree(data);
	const sums = new Float64Array(tree.names.length);
	const { from, keys, pages } = data.files.cgroups();
	const all = data.files.column("pages");

	for (let i = 0; i < rows.length; i++) {
		const row = rows[i];

		for (let at = from[row]; column[row] > 0 && at < from[row + 1]; at++)
			sums[tree.nodeOf[keys[at]]] += column === all ? pages[at] :
				from[row + 1] - from[row] === 1 ? column[row] : column[row] * pages[at] / (all[row] || 1);
	}
	return new Nodes(tree.above, sums, (node) => tree.names[node]);
}

function fsText(data, nth) {
	const [, dev, type, mount] = data.filesystems[nth];

	return (mount === "?" ? "" : mount + " ") + "(" + type + " " + dev + ")";
}

function sumByFs(data, rows, column) {
	const sums = new Float64Array(data.filesystems.length + 1);
	const fs = data.files.column("fs");

	for (let i = 0; i < rows.length; i++)
		if (column[rows[i]] > 0)
			sums[fs[rows[i]] + 1] += column[rows[i]];
	return new Nodes(new Uint32Array(sums.length), sums, (node) => fsText(data, node - 1));
}

const SUMS = { folder: sumByFolder, cgroup: sumByCgroup, fs: sumByFs };

// choose(by, node): somebody wants to see what is in it.
class Tree {
	constructor(data, choose) {
		this.data = data;
		this.choose = choose;
		this.rows = new Uint32Array(0);
		this.at = { folder: 0, cgroup: 0, fs: 0 };
		this.map = byId("map");
		for (const id of ["tree-by", "tree-of"])
			byId(id).addEventListener("change", () => this.draw());
		this.map.addEventListener("keydown", (event) => this.key(event));
		this.width = 0;
		new ResizeObserver(() => {
			if (this.map.clientWidth !== this.width)
				this.draw();
		}).observe(this.map);
	}

	show(rows) {
		this.rows = rows;
		this.draw();
	}

	enter(node) {
		const by = byId("tree-by").value;

		this.at[by] = node;
		this.draw();
		this.choose(by, node);
	}

	// Arrows go from cell to cell, so that Tab stops once.
	key(event) {
		const cells = [...this.map.querySelectorAll("button")];
		const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
		const at = cells.indexOf(document.activeElement);

		if (!step || at < 0)
			return;
		cells[at].tabIndex = -1;
		cells[(at + step + cells.length) % cells.length].tabIndex = 0;
		cells[(at + step + cells.length) % cells.length].focus();
		event.preventDefault();
	}

	drawCrumbs(nodes, by, here) {
		const crumbs = [];

		for (let node = here; node !== 0; node = nodes.above[node])
			crumbs.unshift(element("button", { type: "button", onclick: () => this.enter(node) }, nodes.name(node)));
		crumbs.unshift(element("button", { type: "button", onclick: () => this.enter(0) }, by === "folder" ? "/" : "all"));
		crumbs[crumbs.length - 1].setAttribute("aria-current", "location");
		byId("crumbs").replaceChildren(...crumbs);
	}

	makeCell(nodes, one, rectangle, nth) {
		const name = one.others ? one.others + " others" : one.node === null ? "files here" : nodes.name(one.node);
		const size = sizeText(one.size * 4096);
		const opens = one.node !== null && !one.others;
		const small = rectangle.w < 30 || rectangle.h < 15;
		const cell = element(opens ? "button" : "div", {
			class: "f" + (one.others ? 7 : nth % CLASS_COLOURS), title: name + " " + size,
			"aria-label": name + " " + size, ...(opens ? { type: "button", onclick: () => this.enter(one.node) } :
				{ role: "img" }),
		});

		if (opens)
			cell.tabIndex = nth ? -1 : 0;
		if (!small)
			cell.append(element("b", {}, name), size);
		if (opens && rectangle.w > 80 && rectangle.h > 70)
			this.drawInside(cell, nodes, one, rectangle);
		Object.assign(cell.style, {
			left: rectangle.x + "px", top: rectangle.y + "px",
			width: Math.max(rectangle.w, 1) + "px", height: Math.max(rectangle.h, 1) + "px",
		});
		return cell;
	}

	// What is in a cell, for the eye alone: in shades.
	drawInside(cell, nodes, one, rectangle) {
		const list = nodes.children(one.node).slice(0, 40);
		const top = 38;
		const shares = list.map(({ size }) => size);
		const inside = squarify(shares, rectangle.w - 8, rectangle.h - top - 6);

		if (list.length < 2)
			return;
		list.forEach((child, nth) => {
			const at = inside[nth];

			if (at.w < 4 || at.h < 4)
				return;
			const shade = element("i", { "aria-hidden": "true" }, at.w > 60 && at.h > 18 ?
				child.node === null ? "files here" : nodes.name(child.node) : "");

			Object.assign(shade.style, { left: 3 + at.x + "px", top: top + at.y + "px", width: at.w + "px", height: at.h + "px" });
			cell.append(shade);
		});
	}

	draw() {
		const by = byId("tree-by").value;
		const column = this.data.files.column(byId("tree-of").value);
		const nodes = SUMS[by](this.data, this.rows, column);
		const here = nodes.settle(this.at[by]);
		const list = nodes.children(here);
		const area = this.map.clientWidth * this.map.clientHeight;
		const all = list.reduce((sum, one) => sum + one.size, 0);
		let count = list.findIndex((one, nth) => nth >= CELLS || one.size / all * area < SMALLEST_CELL_PX ** 2);

		this.width = this.map.clientWidth;
		count = count < 0 ? list.length : Math.max(count, 1);
		const rest = list.splice(count);

		if (rest.length)
			list.push({ node: null, others: rest.length, size: rest.reduce((sum, one) => sum + one.size, 0) });
		list.sort((a, b) => b.size - a.size);
		this.drawCrumbs(nodes, by, here);
		if (!list.length) {
			this.map.replaceChildren(element("p", {}, "none"));
			return;
		}
		const rectangles = squarify(list.map((one) => one.size), this.map.clientWidth, this.map.clientHeight);

		this.map.replaceChildren(...list.map((one, nth) => this.makeCell(nodes, one, rectangles[nth], nth)));
	}
}

// Heat: a line for each range, a column for each round, dark where nothing is accessed.
function addHeat(to, table) {
	const rows = table.rows.filter((row) => Array.isArray(row.rounds)).slice(0, 400);
	const rounds = Math.max(0, ...rows.map((row) => row.rounds.length));

	if (!rows.length || !rounds)
		return;
	const canvas = element("canvas", {
		class: "heat", role: "img",
		"aria-label": "Heat of " + rows.length + " ranges in " + rounds + " rounds; the table below has the numbers",
	});
	const tall = Math.max(2, Math.min(12, Math.floor(320 / rows.length)));

	canvas.width = rounds;
	canvas.height = rows.length;
	canvas.style.height = rows.length * tall + "px";
	const context = canvas.getContext("2d");

	rows.forEach((row, y) => row.rounds.forEach(({ permille }, x) => {
		context.fillStyle = typeof permille !== "number" ? "#80808040" :
			"hsl(" + (240 - .24 * permille) + " 80% " + (25 + .03 * permille) + "%)";
		context.fillRect(x, y, 1, 1);
	}));
	to.append(element("p", { class: "note" }, "Addresses down, time to the right; blue: nothing was accessed, red: all; grey: nothing was there."), canvas);
}
