module rampart

go 1.27
