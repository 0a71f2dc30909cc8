/** Statuses of a category; an archived one offers nothing any more. */
export const categoryStatuses = ['active', 'archived'] as const
