/** Documents by which a seller identifies himself (CART-28). */
export const identificationTypes = ['driving_licence', 'identity_card', 'passport', 'residence_permit'] as const
export type IdentificationType = (typeof identificationTypes)[number]
