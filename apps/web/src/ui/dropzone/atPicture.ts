/** The entry of a picture, which travels as the file of its call. */
export const atPicture = (field: string): string => (field === 'file' ? 'picture' : field)
