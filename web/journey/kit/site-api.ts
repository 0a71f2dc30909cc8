import { createContext } from 'react'
import type { PublicApi } from './public-api.ts'

/** The API for what a page asks while it is open, away from its route's loader; null on a page without one. */
export const SiteApiContext = createContext<Pick<PublicApi, 'get'> | null>(null)
