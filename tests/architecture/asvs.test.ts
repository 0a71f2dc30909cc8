import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { missingPaths, projectFiles } from './named-paths.ts'

const project = path.resolve(import.meta.dirname, '../..')
const page = 'docs/asvs.md'
const text = readFileSync(path.join(project, page), 'utf8')
const files = projectFiles()

/** How many requirements OWASP ASVS 5.0.0 has at each level. */
const inStandard = { 1: 70, 2: 183 } as const
const states = ['met', 'not met', 'n.a.'] as const

interface Requirement {
  readonly id: string
  readonly level: number
  readonly words: string
  readonly state: string
  readonly shown: string
}

const rows: readonly (readonly string[])[] = text
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const requirements = rows.flatMap(([id = '', level = '', words = '', state = '', shown = '']): Requirement[] =>
  /^\d+\.\d+\.\d+$/.test(id) ? [{ id, level: Number(level), words, state, shown }] : [],
)
const totals = rows.flatMap(([level = '', ...counts]) =>
  /^[12]$/.test(level) ? [{ level: Number(level), counts: counts.map(Number) }] : [],
)
/** Paths that a cell names. */
const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span).filter(isFile)

function isFile(span: string): boolean {
  return files.includes(span)
}

describe('the list of ASVS', () => {
  it('has each requirement of both levels once', () => {
    const ids = requirements.map(({ id }) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    for (const level of [1, 2] as const)
      expect(requirements.filter((one) => one.level === level).length, `level ${level}`).toBe(inStandard[level])
    expect(ids.length).toBe(inStandard[1] + inStandard[2])
  })

  it('counts them at its head', () => {
    const counted = [1, 2].map((level) => {
      const ofLevel = requirements.filter((one) => one.level === level)
      const counts = states.map((state) => ofLevel.filter((one) => one.state === state).length)
      return { level, counts: [...counts, ofLevel.length] }
    })
    expect(totals).toEqual(counted)
  })

  it('says each in few words, with one of three states and what shows it', () => {
    const wrong = requirements.filter(
      ({ words, state, shown }) =>
        words === '' || words.split(/\s+/).length > 15 || !states.some((one) => one === state) || shown === '',
    )
    expect(wrong).toEqual([])
  })

  it('names a file that is there for all that is met', () => {
    expect(requirements.filter(({ state, shown }) => state === 'met' && pathsIn(shown).length === 0)).toEqual([])
    const paths = requirements.flatMap(({ shown }) =>
      [...shown.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, one = '']) => one),
    )
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((one) => !isFile(one))).toEqual([])
    expect(missingPaths(page, text, files)).toEqual([])
  })
})
