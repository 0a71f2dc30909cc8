import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileIndex } from './file-index.ts'
import { missingPaths, pages, projectFiles } from './named-paths.ts'
import { fileIndexCommand, fileIndexPage, folderPage, readProject, withFolders } from './write-file-index.ts'
import { pictureCommand, picturePage, withPicture } from './write-picture.ts'

const project = path.resolve(import.meta.dirname, '../..')

describe('the pages', () => {
  it('draw the layers as the rules have them', () => {
    const text = readFileSync(picturePage, 'utf8')
    expect(text, `stale picture: ${pictureCommand} writes it`).toBe(withPicture(text))
  })

  it('list the files and the folders as the tree has them', () => {
    const sources = readProject()
    const stale = `stale list of files: ${fileIndexCommand} writes it`
    expect(readFileSync(fileIndexPage, 'utf8'), stale).toBe(fileIndex(sources))
    const text = readFileSync(folderPage, 'utf8')
    expect(text, stale).toBe(withFolders(text, sources.keys()))
  }, 120_000)

  const files = projectFiles()
  it.each(pages())('name nothing that is not there: %s', (page) => {
    expect(missingPaths(page, readFileSync(path.join(project, page), 'utf8'), files)).toEqual([])
  })

  it('are found out: a path, a name and a link to nothing', () => {
    const text =
      'See `domain/kernel/nowhere.ts`, `nowhere-at-all.ts` and [this](nowhere.md); `domain/kernel/result.ts`.'
    expect(missingPaths('docs/architecture.md', text, files)).toEqual([
      'domain/kernel/nowhere.ts',
      'nowhere-at-all.ts',
      'nowhere.md',
    ])
  })
})

describe('the records of decisions', () => {
  const folder = path.join(project, 'docs/decisions')
  const records = readdirSync(folder).filter((file) => file !== 'README.md')
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8')

  it.each(records)('have a number, and a line in the index: %s', (file) => {
    const number = file.slice(0, 4)
    expect(readFileSync(path.join(folder, file), 'utf8').split('\n')[0]).toMatch(new RegExp(`^# ${number} \\S`))
    expect(index).toContain(`[${number}](${file})`)
  })

  it.each(records)('say it in 900 words at most; details are for docs/reference: %s', (file) => {
    expect(readFileSync(path.join(folder, file), 'utf8').split(/\s+/).length).toBeLessThanOrEqual(900)
  })

  it('have a number each', () => {
    const numbers = records.map((file) => file.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it('are there for every comment that cites one', () => {
    const cited = projectFiles()
      .filter((file) => /^(domain|sync|api|web|tests)\/.*\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(path.join(project, file), 'utf8').match(/\bdecisions? 0\d{3}\b/g) ?? [])
    const missing = cited.filter((words) => !records.some((file) => file.startsWith(words.slice(-4))))
    expect(cited.length).toBeGreaterThan(0)
    expect(missing).toEqual([])
  })
})
