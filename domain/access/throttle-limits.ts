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
  // A file asks of a thousand addresses at once whether somebody has them.
  userFileByUser: { attempts: 30, windowSeconds: 600 },
  // Each sign-in with the organisation counts twice: going there and coming back.
  openIdByAddress: { attempts: 200, windowSeconds: 300 },
  openIdOverall: { attempts: 3000, windowSeconds: 60 },
  passwordChangeByUser: { attempts: 10, windowSeconds: 300 },
  // Machines sign in anew for each errand; only failures count against a name.
  sftpByName: { attempts: 10, windowSeconds: 300 },
  sftpByAddress: { attempts: 100, windowSeconds: 300 },
  sftpOverall: { attempts: 600, windowSeconds: 60 },
  proposalByAddress: { attempts: 60, windowSeconds: 300 },
  sellByAddress: { attempts: 600, windowSeconds: 300 },
  quoteByAddress: { attempts: 60, windowSeconds: 300 },
  quoteReadByAddress: { attempts: 300, windowSeconds: 300 },
  trackingByAddress: { attempts: 120, windowSeconds: 300 },
  webTokenByAddress: { attempts: 900, windowSeconds: 300 },
  // What visitors do: more than a person types and reads, far less than a script that lists prices wants. Many people
  // may share the address of a mobile network.
  searchByVisitor: { attempts: 240, windowSeconds: 60 },
  searchByAddress: { attempts: 1500, windowSeconds: 60 },
  imeiByVisitor: { attempts: 30, windowSeconds: 300 },
  imeiByAddress: { attempts: 300, windowSeconds: 300 },
  productByVisitor: { attempts: 120, windowSeconds: 60 },
  productByAddress: { attempts: 600, windowSeconds: 60 },
} as const satisfies Record<string, ThrottleLimit>
/** Name of one limit. */
export type ThrottleName = keyof typeof throttleLimits
