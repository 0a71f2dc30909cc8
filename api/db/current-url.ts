import pg from 'pg'
import type { CurrentUrl } from '#api/config.ts'

/** What a pool is made with, so that it connects by an address. */
interface PoolAddress {
  readonly connectionString: string
  readonly Client?: new () => pg.ClientBase
}

/** How a pool connects: each new connection by the address that holds then, whose password may have been replaced. */
export function connectsBy(url: CurrentUrl): PoolAddress {
  if (typeof url === 'string') return { connectionString: url }
  // A pool hands each connection the options that it was made with.
  class CurrentClient extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: addressNow(url) })
    }
  }
  return { connectionString: url(), Client: CurrentClient }
}

/** The address as it is at the moment. */
export function addressNow(url: CurrentUrl): string {
  return typeof url === 'string' ? url : url()
}
