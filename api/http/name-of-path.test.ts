import { expect, it } from 'vitest'
import { nameOfPath } from './name-of-path.ts'

it.each([
  ['/set-up/d_secret', '/set-up/…'],
  ['/renew/p_secret', '/renew/…'],
  ['/api/password/new/p_secret', '/api/password/new/…'],
  ['/api/proposals/t_secret/photos/1', '/api/proposals/…'],
  ['/quote/q_secret', '/quote/…'],
  ['/buyback/tracking/b_secret', '/buyback/tracking/…'],
  ['/api/buybacks/1', '/api/buybacks/1'],
])('a log says %j as %j', (path, said) => {
  expect(nameOfPath(path)).toBe(said)
})
