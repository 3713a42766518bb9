// Which files are shown.

class Filter {
	constructor(data) {
		this.data = data;
		this.job = 0;
		this.wanted = {};
	}

	// Folders of which path has the text in it, so that of their files only names are searched.
	foldersWith(text) {
		const folders = this.data.folders;
		const has = new Uint8Array(folders.count);

		for (let i = 0; i < folders.count; i++)
			has[i] = ((folders.path(i) ?? "") + "/").toLowerCase().includes(text) ? 1 : 0;
		return has;
	}

	// Folders below one, and itself.  What is above has the smaller number.
	foldersBelow(folder) {
		const { above, count } = this.data.folders;
		const below = new Uint8Array(count);

		below[folder] = 1;
		for (let i = folder + 1; i < count; i++)
			below[i] = below[above[i]];
		return below;
	}

	// Tests of one row each, the cheap ones first.
	tests() {
		const files = this.data.files;
		const wanted = this.wanted;
		const tests = [];
		const equal = (name, value) => {
			const column = files.column(name);

			tests.push((row) => column[row] === value);
		};

		for (const name of ["fs", "state", "stream"])
			if (wanted[name] !== undefined && wanted[name] !== "")
				equal(name, Number(wanted[name]));
		if (wanted.only) {
			const column = files.column(wanted.only);

			tests.push((row) => column[row] > 0);
		}
		if (wanted.least) {
			const pages = files.column("pages");

			tests.push((row) => pages[row] >= wanted.least);
		}
		if (wanted.folder) {
			const below = this.foldersBelow(wanted.folder);
			const folder = files.column("folder");

			tests.push((row) => below[folder[row]] === 1);
		}
		if (wanted.cgroups)
			tests.push(this.chargedTo(wanted.cgroups));
		return tests;
	}

	chargedTo(wanted) {
		const { from, keys } = this.data.files.cgroups();

		return (row) => {
			for (let i = from[row]; i < from[row + 1]; i++)
				if (wanted.has(keys[i]))
					return true;
			return false;
		};
	}

	// Names of a whole part are decoded at once, which is fast: no name has a 0 in it.
	namesWith(part, text, has, folder, take) {
		const loose = new TextDecoder("utf-8", { ignoreBOM: true });
		const names = loose.decode(this.data.files.namesOf(part)).toLowerCase().split("\0");
		const crosses = text.includes("/");

		for (let i = 0; i < part.count; i++) {
			const row = part.from + i;

			if (has[folder[row]] || names[i].includes(text) ||
			    (crosses && this.data.files.path(row).toLowerCase().includes(text)))
				take(row);
		}
	}

	// Rows that are wanted, in the order of the page; null if something else is wanted by now.
	async run(wanted) {
		const job = ++this.job;
		const files = this.data.files;
		const rows = new Uint32Array(files.count);
		const pace = new Pace();
		const text = (wanted.text || "").toLowerCase();
		let count = 0;

		this.wanted = wanted;
		const tests = this.tests();
		const has = text ? this.foldersWith(text) : null;
		const folder = files.column("folder");
		const take = (row) => {
			for (const test of tests)
				if (!test(row))
					return;
			rows[count++] = row;
		};

		for (const part of files.parts) {
			if (text)
				this.namesWith(part, text, has, folder, take);
			else
				for (let row = part.from; row < part.from + part.count; row++)
					take(row);
			if (pace.due())
				await pace.rest();
			if (job !== this.job)
				return null;
		}
		return rows.slice(0, count);
	}
}
