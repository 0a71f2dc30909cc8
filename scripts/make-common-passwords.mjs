// Writes domain/access/common-passwords.gen.ts from lists of passwords, the most common first, one a line:
//   node scripts/make-common-passwords.mjs domain/access/common-passwords.gen.ts LIST...
// The list that ships is the first 100,000 lines of SecLists' 10-million-password-list-top-1000000 (MIT), with the lists
// of Django (BSD) and of @zxcvbn-ts/language-common (MIT) beside it.
import { readFileSync, writeFileSync } from 'node:fs'
import { encodeHashes, passwordHash } from '../domain/access/password-hashes.ts'

const [target = '', ...lists] = process.argv.slice(2)
const most = 100_000
const mostGuessed = 16_000
const shortest = 4

const linesOf = (file, count) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, count)
    .map((line) => line.trim().toLowerCase())
    // What has no letter, or is this short, breaks the rule of passwords anyway.
    .filter((line) => line.length >= shortest && /[a-z]/.test(line))

const hashesOf = (lines) => encodeHashes(lines.map(passwordHash))
const all = lists.flatMap((file) => linesOf(file, most))
const guessed = linesOf(lists[0], mostGuessed)
writeFileSync(
  target,
  `// Written by scripts/make-common-passwords.mjs.
export const commonHashes =
  '${hashesOf(all)}'
export const mostGuessedHashes =
  '${hashesOf(guessed)}'
`,
)
