// SPDX-License-Identifier: GPL-2.0
// Runs SQL in DuckDB: fleet.mjs FOLDER-OF-NODE_MODULES FILE..., each one statement or more, in one
// database in memory.  Prints how long each file took, and the rows of its last statement.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const [folder, ...files] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(folder + '/')('@duckdb/node-api');
const connection = await (await DuckDBInstance.create(':memory:')).connect();

for (const file of files) {
	const begun = performance.now();
	const reader = await connection.runAndReadAll(readFileSync(file, 'utf8'));
	const seconds = ((performance.now() - begun) / 1000).toFixed(2);

	console.log(`# ${basename(file)}: ${seconds} s`);
	for (const row of reader.getRows())
		console.log(row.map(value => value === null ? '' : String(value)).join('|'));
}
