/** Why an entity is not created, changed or made inactive; stable, shown and translated by code. */
export const entityErrors = [
  /** An entity has been made under this id already, and with other details. */
  'ENTITY_SENT_OTHERWISE',
  /** Another entity of the account has the external id (ORG-20). */
  'ENTITY_EXTERNAL_ID_TAKEN',
  /** The type is chosen once (ORG-23), and the module follows from it. */
  'ENTITY_TYPE_FIXED',
  /** An account has one head office, which comes with it and stays active. */
  'ENTITY_TOP_EXISTS',
  'ENTITY_TOP_STAYS',
  'ENTITY_PARENT_REQUIRED',
  /** No entity of the caller's branch has the parent's id. */
  'ENTITY_PARENT_UNKNOWN',
  /** Nothing of this type stands under a parent of that type (ORG-22). */
  'ENTITY_PARENT_UNFIT',
  'ENTITY_PARENT_INACTIVE',
  /** The parent is the entity itself, or stands below it. */
  'ENTITY_PARENT_BELOW',
  /** The default warehouse is no active warehouse of the account. */
  'ENTITY_WAREHOUSE_UNKNOWN',
  /** The account is no linked buyer, or the entity no buyer. */
  'ENTITY_BUYER_UNKNOWN',
  /** Categories name the entity, and with it the buyer's account. */
  'ENTITY_BUYER_FIXED',
  /** What keeps an entity active, each for itself. */
  'ENTITY_HAS_ENTITIES',
  'ENTITY_HAS_USERS',
  'ENTITY_HAS_ITEMS',
  'ENTITY_HAS_OPEN_PACKAGES',
  'ENTITY_IS_DEFAULT_WAREHOUSE',
  'ENTITY_IN_DISPATCH',
  'ENTITY_HAS_CATEGORIES',
] as const
export type EntityError = (typeof entityErrors)[number]
