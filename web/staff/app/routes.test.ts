import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, 'routes')
const layouts = ['root.tsx', 'door.tsx', 'office.tsx', 'floor.tsx']
const pages = readdirSync(folder).filter((file) => file.endsWith('.tsx') && !layouts.includes(file))

describe('every page of the back office', () => {
  it.each(pages)('%s declares its permission', (file) => {
    expect(readFileSync(path.join(folder, file), 'utf8')).toMatch(/permission: '[a-z_.]+'/)
  })
})
