const named = [
  'checkInItem',
  'undoCheckIn',
  'endCheckInRound',
  'testItem',
  'releaseFromQuarantine',
  'moveItem',
  'undoMove',
  'resolveCountLine',
  'endStockCount',
  'startRefurbDiagnosis',
  'undoRefurbDiagnosisStart',
  'finalizeRefurbDiagnosis',
  'workOnRefurbStep',
  'undoRefurbStep',
  'confirmRefurbSteps',
  'openPackage',
  'putInPackage',
  'takeOutOfPackage',
  'undoPackageItem',
  'closePackage',
  'handOverItem',
  'sellInStore',
  'finalizeInStore',
  'settleRefusal',
] as const

/** The name under which texts know an operation; `other` for one of a newer release. */
export function operationName(type: string): (typeof named)[number] | 'other' {
  return named.find((name) => name === type) ?? 'other'
}
