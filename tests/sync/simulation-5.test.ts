import { keepsEveryPromise } from './simulation/simulation-part.ts'

keepsEveryPromise(5)
