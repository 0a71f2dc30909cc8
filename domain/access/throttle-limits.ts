/** One limit: so many attempts within a window; the next window starts afresh, so nobody is locked out for good. */
export interface ThrottleLimit {
  readonly attempts: number
  readonly windowSeconds: number
}

/**
 * Limits of sign-in, of password renewal and of the links in mails to customers. An address may be a whole shop or warehouse behind one router, where
 * operators take turns on shared handhelds, so its limit leaves room for a shift change.
 */
export const throttleLimits = {
  signInByEmail: { attempts: 10, windowSeconds: 300 },
  signInByAddress: { attempts: 100, windowSeconds: 300 },
  signInOverall: { attempts: 3000, windowSeconds: 60 },
  renewalByEmail: { attempts: 3, windowSeconds: 900 },
  renewalByAddress: { attempts: 30, windowSeconds: 900 },
  renewalOverall: { attempts: 600, windowSeconds: 60 },
  passwordChangeByUser: { attempts: 10, windowSeconds: 300 },
  proposalByAddress: { attempts: 60, windowSeconds: 300 },
  webTokenByAddress: { attempts: 300, windowSeconds: 300 },
} as const satisfies Record<string, ThrottleLimit>
/** Name of one limit. */
export type ThrottleName = keyof typeof throttleLimits
