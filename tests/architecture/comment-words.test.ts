import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const sources = '{domain,sync,api,web,tests,scripts}/**/*.{ts,tsx,mjs}'

/** Words that a comment replaces by the person, the process or the time that it means, or by a plain verb. */
const words = ['whoever', 'somebody', 'anew', 'came to', 'meanwhile']
/** A line break in a comment may stand between two words, with what the next line begins with. */
const literary = new RegExp(`\\b(?:${words.map((word) => word.replace(' ', '[\\s*/]+')).join('|')})\\b`, 'gi')

/** The literary words in the comments of a source, each with its file and line; strings and code may have them. */
function literaryWords(file: string, source: string): string[] {
  // Most files have none, also in their strings: these need no parser.
  if (source.search(literary) === -1) return []
  const { comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  return [...source.matchAll(literary)]
    .filter(({ index }) => touchesComment(comments, index))
    .map(
      ({ 0: found, index }) =>
        `${file}:${source.slice(0, index).split('\n').length}: ${found.replaceAll(/[\s*/]+/g, ' ')}`,
    )
}

function touchesComment(comments: readonly { readonly start: number; readonly end: number }[], at: number): boolean {
  return comments.some(({ start, end }) => start <= at && at < end)
}

it('a literary word is found in each kind of comment, and in no string or name', () => {
  const planted = [
    '/** Tells whoever asks. */',
    "const anew = 'somebody came to'",
    'const text = `${anew /* Anew. */} anew`',
    '/**',
    ' * What the sale came',
    ' * to.',
    ' */',
    'const page = <p>somebody {/* somebody */}</p> // a newer one came too',
    '// It came',
    '// to nothing: "whoever" is no string here.',
    "const meanwhile = 'meanwhile' // Meanwhile it waits.",
  ].join('\n')
  expect(literaryWords('planted.tsx', planted)).toEqual([
    'planted.tsx:1: whoever',
    'planted.tsx:3: Anew',
    'planted.tsx:5: came to',
    'planted.tsx:8: somebody',
    'planted.tsx:9: came to',
    'planted.tsx:10: whoever',
    'planted.tsx:11: Meanwhile',
  ])
})

it('comments name who or what they mean, in plain words', () => {
  const files = globSync(sources, { cwd: root, exclude: ['**/*.gen.ts', 'web/dist/**'] })
  expect(files.length).toBeGreaterThan(1000)
  expect(files.flatMap((file) => literaryWords(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})
