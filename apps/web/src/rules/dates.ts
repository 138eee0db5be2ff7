// A local date YYYY-MM-DD as people read it: DD-MM-YYYY.
export { writeDay as dateWords } from '../ui/moment/day.ts'
