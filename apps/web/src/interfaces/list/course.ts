/** Hours of the small line of a list, and the number of its points. */
export const courseHours = 6
export const coursePoints = 36
