import type { SharedFile, SharedFolder } from './shared-folder.ts'

/** What a path of the tree names. */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'folder'; readonly folder: SharedFolder }
  | { readonly kind: 'file'; readonly folder: SharedFolder; readonly name: string }

/** What stands in a directory. */
export type Entry = { readonly kind: 'folder'; readonly name: string } | ({ readonly kind: 'file' } & SharedFile)

/** Longest path that is looked at. */
const pathLimit = 1_000

/** A path without `.`, `..`, doubled slashes and an end of slashes, from the root; null for one that is none. */
export function absolutePath(path: string): string | null {
  if (path.length > pathLimit || path.includes('\0')) return null
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** What a path names among the folders; null for nothing. Only names are compared: no path reaches any file system. */
export function placeOf(folders: readonly SharedFolder[], path: string): Place | null {
  const [, first = '', second, ...deeper] = absolutePath(path)?.split('/') ?? []
  if (absolutePath(path) === null || deeper.length > 0) return null
  if (first === '') return { kind: 'root' }
  const folder = folders.find(({ name }) => name === first)
  if (folder === undefined) return null
  return second === undefined ? { kind: 'folder', folder } : { kind: 'file', folder, name: second }
}

/** What stands in a directory; null where the place is none. */
export async function entriesOf(folders: readonly SharedFolder[], place: Place): Promise<readonly Entry[] | null> {
  if (place.kind === 'root') return folders.map(({ name }) => ({ kind: 'folder', name }))
  if (place.kind === 'file') return null
  return (await place.folder.list()).map((file) => ({ kind: 'file', ...file }))
}
