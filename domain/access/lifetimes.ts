const hour = 3_600_000
const day = 24 * hour

/** How long each proof of identity lives, in milliseconds. */
export const lifetimes = {
  /** A session unused for so long has ended: one shift. */
  sessionIdleMs: 12 * hour,
  /** A session ends so long after sign-in, however busy. */
  sessionAbsoluteMs: 7 * day,
  /** How long a browser is known after the last sign-in on it. */
  knownDeviceMs: 180 * day,
  /** A push-only token of a device. */
  grantMs: 30 * day,
  /** How long after the sign-in a user who has to set up a second factor need not type the password again. */
  passwordProofMs: hour / 4,
  /** A link of a password mail. */
  passwordLinkMs: hour / 2,
  /** The link by which a new user chooses the first password: made before a weekend, used after it. */
  invitationLinkMs: 7 * day,
  /** A link by which a customer confirms a correction. */
  correctionLinkMs: day,
  /** The link by which the first administrator of an installation is made. */
  setUpLinkMs: day,
  /** A way to an identity provider and back, including everything that its user has to type there. */
  openIdWayMs: 10 * 60_000,
  /** What a browser signs in with once the provider has said who it is. */
  openIdTicketMs: 60_000,
  /** What a passkey has to sign, from the question to the answer. */
  passkeyChallengeMs: 5 * 60_000,
  /** The token of a visitor of the public site. */
  webTokenMs: day,
  /** A key of the product search. */
  searchKeyMs: 4 * hour,
} as const
