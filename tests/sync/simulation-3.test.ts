import { keepsEveryPromise } from './simulation/simulation-part.ts'

keepsEveryPromise(3)
