/** Types of an entity of the organisation tree (ORG-17). */
export const organizationTypes = ['buyer', 'management_unit', 'root_management_unit', 'store', 'warehouse'] as const
export type OrganizationType = (typeof organizationTypes)[number]
