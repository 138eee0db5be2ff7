import { join } from 'node:path'

/** Where an uploaded file lies below a data folder. */
export const filePath = (dataDir: string, id: string) => join(dataDir, 'files', id.slice(0, 2), id)
