/** Where browsers tell what the content rules of a page have stopped. */
export const policyReportsPath = '/api/policy-reports'
