import type { Entry } from './file-tree.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A line of a listing as `ls -l` writes it, which clients show as it is. */
export function longName(entry: Entry): string {
  if (entry.kind === 'folder') return `dr-xr-xr-x    1 reprise  reprise         0 Jan  1  1970 ${entry.name}`
  const { name, sizeBytes, modifiedAt: at } = entry
  const day = String(at.getUTCDate()).padStart(2)
  const date = `${months[at.getUTCMonth()]} ${day}  ${at.getUTCFullYear()}`
  return `-r--r--r--    1 reprise  reprise  ${String(sizeBytes).padStart(8)} ${date} ${name}`
}
