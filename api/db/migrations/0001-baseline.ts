import { readFileSync } from 'node:fs'
import type { Migration } from './migration.ts'

/** Files of `baseline/`: tables with their indexes and triggers by context, each behind those that its keys name. */
const parts = [
  'foundation',
  'change-log',
  'organization',
  'access',
  'access-sign-in',
  'sso',
  'sftp',
  'settings',
  'client',
  'catalog',
  'question',
  'home',
  'catalog-read-tables',
  'catalog-search',
  'catalog-closest',
  'catalog-list',
  'catalog-upkeep',
  'circuit',
  'connector',
  'customer',
  'cart',
  'buyback',
  'item',
  'refurb',
  'quarantine',
  'expedition',
  'counter',
  'document',
  'pg-boss-43',
  'jobs',
  'payment',
  'payment-release',
  'register',
  'delivery',
  'dashboard',
  'catalog-files',
  'sync',
  'master-keys',
] as const

/** Everything that the baseline holds. Rights and policies are in `api/db/rights.ts`. */
export const baseline: Migration = {
  name: '0001-baseline',
  async up(run) {
    // Functions stand beside the tables of their context and name those of later files.
    await run('set local check_function_bodies = off')
    for (const part of parts) await run(readFileSync(new URL(`baseline/${part}.sql`, import.meta.url), 'utf8'))
  },
}
