import { parseSync } from '@swc/core'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** One import as written: what it names, what it leads to, and whether only types pass. */
export interface Arrow {
  readonly from: string
  /** A file of the tree, or undefined for a package or a built-in module. */
  readonly file?: string
  /** The package's name (`node:fs`, `@mantine/core`), or undefined for a file. */
  readonly packageName?: string
  readonly typeOnly: boolean
}

export interface ModuleGraph {
  readonly files: ReadonlySet<string>
  readonly arrows: readonly Arrow[]
  /** Calls of the clock, chance and environment by file: `Date.now`, `Math.random`, `process.env`, `new Date`. */
  readonly impure: ReadonlyMap<string, readonly string[]>
}

const roots = ['domain', 'sync', 'api', 'web'] as const

/** Every TypeScript source of the four layers, path to text. Generated route trees are left out. */
export function readSources(projectFolder: string): Map<string, string> {
  const sources = new Map<string, string>()
  for (const root of roots) {
    for (const entry of readdirSync(path.join(projectFolder, root), { recursive: true, withFileTypes: true })) {
      const file = path.relative(projectFolder, path.join(entry.parentPath, entry.name))
      if (entry.isFile() && isSource(file)) sources.set(file, readFileSync(path.join(projectFolder, file), 'utf8'))
    }
  }
  return sources
}

/** Parses each source and follows its imports; throws on one that does not parse. */
export function graphOf(sources: ReadonlyMap<string, string>): ModuleGraph {
  const arrows: Arrow[] = []
  const impure = new Map<string, string[]>()
  for (const [file, text] of sources) {
    const found: string[] = []
    const tree = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2024' })
    visit(tree.body, {
      onImport: (specifier, typeOnly) => arrows.push({ from: file, typeOnly, ...target(file, specifier) }),
      onImpure: (call) => found.push(call),
    })
    if (found.length > 0) impure.set(file, found)
  }
  return { files: new Set(sources.keys()), arrows, impure }
}

interface Visitor {
  onImport(specifier: string, typeOnly: boolean): void
  onImpure(call: string): void
}

type Node = Readonly<Record<string, unknown>>

function visit(value: unknown, visitor: Visitor): void {
  if (Array.isArray(value)) {
    for (const part of value) visit(part, visitor)
    return
  }
  if (!isNode(value)) return
  noteImport(value, visitor)
  noteImpure(value, visitor)
  for (const part of Object.values(value)) if (typeof part === 'object') visit(part, visitor)
}

function noteImport(node: Node, { onImport }: Visitor): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration': {
      const specifier = textOf(node.source)
      if (specifier !== undefined) onImport(specifier, node.typeOnly === true)
      return
    }
    case 'TsImportType': {
      const specifier = textOf(node.argument)
      if (specifier !== undefined) onImport(specifier, true)
      return
    }
    case 'CallExpression': {
      if (!isNode(node.callee) || node.callee.type !== 'Import') return
      const [first] = node.arguments as readonly Node[]
      const specifier = textOf(first?.expression)
      if (specifier !== undefined) onImport(specifier, false)
    }
  }
}

function noteImpure(node: Node, { onImpure }: Visitor): void {
  if (node.type === 'MemberExpression' && isNode(node.object) && isNode(node.property)) {
    const name = `${String(node.object.value)}.${String(node.property.value)}`
    if (['Date.now', 'Math.random', 'process.env', 'crypto.randomUUID'].includes(name)) onImpure(name)
  }
  if (node.type === 'NewExpression' && isNode(node.callee) && node.callee.value === 'Date') {
    if (!Array.isArray(node.arguments) || node.arguments.length === 0) onImpure('new Date()')
  }
}

function target(from: string, specifier: string): { file: string } | { packageName: string } {
  const bare = specifier.split('?')[0] ?? specifier
  if (bare.startsWith('.')) return { file: path.posix.join(path.posix.dirname(from), bare) }
  if (bare.startsWith('#locales/')) return { file: `public/${bare.slice(1)}` }
  if (bare.startsWith('#')) return { file: bare.slice(1) }
  if (bare.startsWith('node:')) return { packageName: bare }
  const parts = bare.split('/')
  return { packageName: parts.slice(0, bare.startsWith('@') ? 2 : 1).join('/') }
}

function textOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'StringLiteral' ? String(node.value) : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function isSource(file: string): boolean {
  return /\.tsx?$/.test(file) && !/\.(gen|d)\.ts$/.test(file)
}
