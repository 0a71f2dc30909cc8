import { globSync, readdirSync } from 'node:fs'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../..')
const roots = ['domain', 'sync', 'api', 'web', 'public', 'tests', 'scripts', 'docker', 'docs'] as const
/** Folders that a build makes; a page may name them. */
const made = /^web\/dist/

/** Every Markdown page of the project, by path from its root. */
export function pages(): string[] {
  return globSync(['*.md', `{${roots.join(',')}}/**/*.md`], { cwd: project }).toSorted()
}

/** Every file of the project, by path from its root. */
export function projectFiles(): readonly string[] {
  const inRoots = roots.flatMap((root) =>
    readdirSync(path.join(project, root), { recursive: true }).map((file) => `${root}/${String(file)}`),
  )
  return [...inRoots, ...readdirSync(project)]
}

/**
 * What a page names in backticks and the tree has not: a path from the root of the project or from the page, or the last
 * part of one, if only the file's name. Of blocks of code, the files that their commands name.
 */
export function missingPaths(page: string, text: string, files: readonly string[]): string[] {
  const blocks = [...text.matchAll(/^```[^]*?^```/gm)].flatMap(([block]) => block.split(/\s+/))
  const prose = text.replaceAll(/^```[^]*?^```/gm, '')
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const links = [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => link)
  return [
    ...blocks.filter((word) => isPath(word) && /\.\w+$/.test(word) && !exists(word, page)),
    ...spans.filter((span) => isPath(span) && !made.test(span) && !exists(span, page)),
    ...spans.filter((span) => isEnd(span) && !files.some((file) => `/${file}`.endsWith(`/${span}`))),
    ...links.filter((link) => !exists(link, page)),
  ]
}

function isPath(span: string): boolean {
  return /^[\w.$*{}<>,/-]+$/.test(span) && roots.some((root) => span.startsWith(`${root}/`))
}

function isEnd(span: string): boolean {
  return (
    /^[\w$./-]+\.(tsx?|mjs|md|css)$/.test(span) &&
    !span.startsWith('/') &&
    !roots.some((root) => span.startsWith(`${root}/`))
  )
}

function exists(named: string, page: string): boolean {
  const asGlob = named.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, '')
  const from = [project, path.join(project, path.dirname(page)), path.join(project, 'docs')]
  return from.some((cwd) => globSync(asGlob, { cwd }).length > 0)
}
