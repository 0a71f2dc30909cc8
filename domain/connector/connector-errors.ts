/** Reasons why a configuration of a connector is refused; stable, shown and translated by code. */
export const connectorErrors = [
  /** The account has another configuration of this connector under the name (CONN-10). */
  'CONNECTOR_NAME_TAKEN',
  /** A configuration without a single property (CONN-09). */
  'CONNECTOR_PROPERTY_REQUIRED',
  /** A property that the connector cannot do without; `field` says which. */
  'CONNECTOR_PROPERTY_MISSING',
  /** A property that the connector does not have, or that is named twice; `field` says which. */
  'CONNECTOR_PROPERTY_UNKNOWN',
  /** A value of another kind or beyond the property's bounds; `field` says which. */
  'CONNECTOR_PROPERTY_INVALID',
  /** What it is cannot be said here: it is kept with the account's features or its single sign-on. */
  'CONNECTOR_KEPT_ELSEWHERE',
  /** Something was done through this configuration, or still is, that has to be able to name it. */
  'CONNECTOR_IN_USE',
  /** The account has another configuration of this connector at work, and there can be one. */
  'CONNECTOR_OTHER_ACTIVE',
  /** The installation does not speak to this host. */
  'CONNECTOR_HOST_NOT_ALLOWED',
  /** Options that are paid for are set by the platform alone. */
  'PREMIUM_FEATURE_PLATFORM_ONLY',
] as const
export type ConnectorError = (typeof connectorErrors)[number]
