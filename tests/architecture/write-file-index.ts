import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileIndex, folderList } from './file-index.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** The page of all files. */
export const fileIndexPage = path.join(project, 'docs/files.md')
/** The page that lists the folders, between two marks. */
export const folderPage = path.join(project, 'docs/architecture.md')
/** Writes the page of files, and the folders into theirs. */
export const fileIndexCommand = 'npm run docs:files'

const part = /(?<=<!-- folders: written by [^>]*-->)[^]*?(?=<!-- end of folders -->)/

/** Every source of the project, path to text. */
export function readProject(): ReadonlyMap<string, string> {
  const files = globSync('{domain,sync,api,web,scripts,tests}/**/*.{ts,tsx,mjs}', { cwd: project })
  return new Map(files.map((file) => [file, readFileSync(path.join(project, file), 'utf8')]))
}

/** A page's text with the folders as the tree has them now. */
export function withFolders(text: string, files: Iterable<string>): string {
  if (!part.test(text)) throw new Error('the page has no place for the folders')
  return text.replace(part, () => `\n\n${folderList(files)}\n\n`)
}

if (import.meta.main) {
  const sources = readProject()
  writeFileSync(fileIndexPage, fileIndex(sources))
  writeFileSync(folderPage, withFolders(readFileSync(folderPage, 'utf8'), sources.keys()))
}
