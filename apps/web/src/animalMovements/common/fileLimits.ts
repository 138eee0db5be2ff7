import { BATCH_ATTACHMENTS, BATCH_FILE_BYTES } from '@steading/contract/production/batches'

/** Files of a movement: how many in all, and bytes of each. */
export const fileLimits = { files: BATCH_ATTACHMENTS, bytes: BATCH_FILE_BYTES }
