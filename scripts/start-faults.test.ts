import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { databaseFault, demandRoom, portFault, startFault } from './start-faults.mjs'

const url = 'postgres://reprise_app:secret@db.example:6432/reprise'
const failing = (code: string, message = code) => Object.assign(new Error(message), { code })

it('a full disk is named before PostgreSQL meets it, and where it is met after all', () => {
  expect(() => demandRoom('/data', () => 3 * 1024 * 1024)).toThrow(/disk of \/data is full \(3 MB are free/)
  expect(() => demandRoom('/data', () => 1e9)).not.toThrow()
  expect(() => demandRoom(`${tmpdir()}/not/there/yet`)).not.toThrow()
  expect(() => demandRoom('/proc/reprise')).not.toThrow()
  expect(String(startFault(failing('ENOSPC'), '/data'))).toContain('The disk of /data is full (ENOSPC)')
  const bug = new TypeError('x')
  expect(startFault(bug, '/data')).toBe(bug)
})

it('a port that is taken, one that is not allowed, and a foreign address are three things', () => {
  const at = { port: 8080, host: '127.0.0.1' }
  expect(portFault('EADDRINUSE', at).message).toContain('Port 8080 on 127.0.0.1 is taken by another program')
  expect(portFault('EACCES', { ...at, port: 80 }).message).toContain('Port 80 on 127.0.0.1 may not be listened on')
  expect(portFault('EADDRNOTAVAIL', at).message).toContain('127.0.0.1 is no address of this machine')
})

it('a database of one’s own that is away, refuses the login, or is not there says which, without the password', () => {
  const said = (code: string) => databaseFault(failing(code), url)?.message ?? ''
  expect(said('ECONNREFUSED')).toContain('The database at db.example:6432 does not answer')
  expect(said('57P03')).toContain('takes no connection yet')
  expect(said('28P01')).toContain('refuses the login reprise_app')
  expect(said('3D000')).toContain('has no database reprise')
  for (const code of ['ECONNREFUSED', '57P03', '28P01', '3D000']) expect(said(code)).not.toContain('secret')
  expect(databaseFault(failing('42P01'), url)).toBeUndefined()
})
