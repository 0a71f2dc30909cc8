import { isStaffType, type StaffType } from '#domain/organization/user-rules.ts'
import { userTypes } from '#domain/organization/user-type.ts'

/** The role that the address of a new user's form names, as the set-up guide does. */
export function newUserTypeOf(search: Readonly<Record<string, unknown>>): { readonly type?: StaffType } {
  const type = userTypes.filter(isStaffType).find((one) => one === search['type'])
  return type === undefined ? {} : { type }
}
