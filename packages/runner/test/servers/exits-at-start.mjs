process.stderr.write('the disk is full\n')
process.exitCode = 3
