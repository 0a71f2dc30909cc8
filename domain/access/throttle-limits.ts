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
  // Wrong passwords alone count. Two windows may lie in one hour, so that no hour sees more than 20 by strangers.
  signInByEmail: { attempts: 10, windowSeconds: 3600 },
  // Of a device that the user has signed in on before: strangers who use up the limit above do not lock it out.
  signInByDevice: { attempts: 5, windowSeconds: 1800 },
  signInByAddress: { attempts: 100, windowSeconds: 300 },
  signInOverall: { attempts: 3000, windowSeconds: 60 },
  renewalByEmail: { attempts: 3, windowSeconds: 900 },
  renewalByAddress: { attempts: 30, windowSeconds: 900 },
  renewalOverall: { attempts: 600, windowSeconds: 60 },
  // A counter looks for one customer a sale, and asks twice for one who is there.
  customerByUser: { attempts: 60, windowSeconds: 600 },
  // One file asks for up to a thousand addresses whether a user has them.
  userFileByUser: { attempts: 30, windowSeconds: 600 },
  // Each sign-in with the organisation counts twice: going there and coming back.
  openIdByAddress: { attempts: 200, windowSeconds: 300 },
  openIdOverall: { attempts: 3000, windowSeconds: 60 },
  // Wrong one-time and recovery codes, after the right password.
  codeByUser: { attempts: 10, windowSeconds: 3600 },
  codeByDevice: { attempts: 5, windowSeconds: 1800 },
  // A challenge is answered once; the window is longer than it lives.
  passkeyChallenge: { attempts: 1, windowSeconds: 900 },
  passkeyByAddress: { attempts: 200, windowSeconds: 300 },
  passwordChangeByUser: { attempts: 10, windowSeconds: 3600 },
  // Of a device that the user has signed in on, as at the sign-in: a stolen session uses up no tries of it.
  passwordChangeByDevice: { attempts: 5, windowSeconds: 1800 },
  // Machines sign in again for each task; only failures count against a name.
  sftpByName: { attempts: 10, windowSeconds: 300 },
  sftpByAddress: { attempts: 100, windowSeconds: 300 },
  sftpOverall: { attempts: 600, windowSeconds: 60 },
  proposalByAddress: { attempts: 60, windowSeconds: 300 },
  sellByAddress: { attempts: 600, windowSeconds: 300 },
  quoteByAddress: { attempts: 60, windowSeconds: 300 },
  quoteReadByAddress: { attempts: 300, windowSeconds: 300 },
  quoteMailByAddress: { attempts: 60, windowSeconds: 3600 },
  // Mails that visitors have sent by selling something or keeping a price, to addresses that are not known to be theirs.
  visitorMailByRecipient: { attempts: 6, windowSeconds: 86_400 },
  visitorMailByVisitor: { attempts: 20, windowSeconds: 86_400 },
  visitorMailByAddress: { attempts: 200, windowSeconds: 86_400 },
  // Each product that is posted has a label: one visit brings as many as the cart held.
  visitorLabelByRecipient: { attempts: 40, windowSeconds: 86_400 },
  visitorLabelByVisitor: { attempts: 200, windowSeconds: 86_400 },
  // Each product that is not brought may be cancelled, and is reminded of once.
  visitorNoticeByRecipient: { attempts: 20, windowSeconds: 86_400 },
  visitorNoticeByVisitor: { attempts: 100, windowSeconds: 86_400 },
  trackingByAddress: { attempts: 120, windowSeconds: 300 },
  // Each asks a carrier and mails a customer.
  pickupChangeByBuyback: { attempts: 5, windowSeconds: 3600 },
  webTokenByAddress: { attempts: 900, windowSeconds: 300 },
  // What visitors do: more than a person types and reads, far less than a script that lists prices wants. Many people
  // may share the address of a mobile network.
  searchByVisitor: { attempts: 240, windowSeconds: 60 },
  searchByAddress: { attempts: 1500, windowSeconds: 60 },
  // One for each pause of a few letters: a quick typist has some five a second, for a while.
  suggestionByVisitor: { attempts: 300, windowSeconds: 60 },
  suggestionByAddress: { attempts: 3000, windowSeconds: 60 },
  sameImeiByAddress: { attempts: 300, windowSeconds: 300 },
  imeiByVisitor: { attempts: 30, windowSeconds: 300 },
  imeiByAddress: { attempts: 300, windowSeconds: 300 },
  productByVisitor: { attempts: 120, windowSeconds: 60 },
  productByAddress: { attempts: 600, windowSeconds: 60 },
} as const satisfies Record<string, ThrottleLimit>
export type ThrottleName = keyof typeof throttleLimits
