import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, 'routes')
const layouts = ['root.tsx', 'door.tsx', 'office.tsx', 'floor.tsx']
const pages = readdirSync(folder).filter((file) => file.endsWith('.tsx') && !layouts.includes(file))

describe('every page of the back office', () => {
  it('is open only where the specification says so (SHELL-44)', () => {
    const open = pages.filter((file) => /permission: 'none'/.test(readFileSync(path.join(folder, file), 'utf8')))
    expect(open.toSorted()).toEqual([
      'login.tsx',
      'lost-password.tsx',
      'new-password.tsx',
      'not-available.tsx',
      'open-id-logout.tsx',
      'password-confirmation.tsx',
      'renew.tsx',
    ])
  })

  it.each(['office', 'floor'])('of the %s is drawn for a signed-in user alone (AUTH-09)', (layout) => {
    expect(readFileSync(path.join(folder, `${layout}.tsx`), 'utf8')).toMatch(/return \(\s*<SignedIn>/)
  })

  it.each(pages)('%s declares its permission', (file) => {
    expect(readFileSync(path.join(folder, file), 'utf8')).toMatch(/permission: '[a-z_.]+'/)
  })
})
