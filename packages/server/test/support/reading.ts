import { openReading } from '../../src/reading/reading.ts'

/** The threads that read pages for the tests of this process. They end with it. */
export const reading = openReading()
